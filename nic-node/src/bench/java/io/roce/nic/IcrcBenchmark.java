package io.roce.nic;

import io.roce.wire.icrc.Icrc;
import io.roce.wire.icrc.IcrcMode;
import io.roce.wire.icrc.IcrcVerdict;
import io.roce.wire.icrc.IcrcVerifier;
import io.roce.wire.packet.RoceDatagram;

import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** The ICRC of a packet, computed and verified, beside a CRC-32 over as many bytes and nothing else. */
@State(Scope.Thread)
@Baseline("crc32")
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class IcrcBenchmark
{
    /** Ones in place of a header that is not there, IPv4, UDP. */
    private static final int COVERED_IN_FRONT = 8 + 20 + 8;

    @Param({"64", "1024", "1080"})
    private int length;

    private final CRC32 crc32 = new CRC32();
    private final Icrc icrc = new Icrc();
    private final IcrcVerifier verifier = new IcrcVerifier(IcrcMode.INFER);
    private RoceDatagram datagram;
    private byte[] bytes;

    @Setup
    public void open()
    {
        datagram = new RoceDatagram();
        bytes = new byte[COVERED_IN_FRONT + length - Icrc.LENGTH];
        SentPackets.send(SentPackets.FIRST_QPN, 0, length, datagram);
    }

    @Benchmark
    public long crc32()
    {
        crc32.reset();
        crc32.update(bytes);
        return crc32.getValue();
    }

    @Benchmark
    public int compute()
    {
        return icrc.compute(datagram.envelope(), length);
    }

    @Benchmark
    public IcrcVerdict verify()
    {
        return verifier.verify(datagram.envelope(), length);
    }
}
