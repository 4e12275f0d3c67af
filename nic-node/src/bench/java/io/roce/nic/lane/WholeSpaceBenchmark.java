package io.roce.nic.lane;

import io.roce.nic.qp.QpTableKind;
import io.roce.wire.Qpn;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A queue pair behind every number that there is, 16,777,213, in two levels: 4 GiB of records. The score is nanoseconds
 * a queue pair. One pass, which takes some seconds and warms the program up as it goes. Where there is no memory for
 * it, {@link io.roce.nic.InterleavedRuns} leaves it out and says so.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
@OperationsPerInvocation(WholeSpaceBenchmark.QPS)
@Fork(value = 1, jvmArgsAppend = "-XX:MaxDirectMemorySize=5g")
public class WholeSpaceBenchmark extends FullSizeBenchmark
{
    static final int QPS = Qpn.MAX_USER - Qpn.MIN_USER + 1;

    /** Records, the heap of the fork, and something for everybody else. */
    private static final long MEMORY_KB = 8L << 20;

    private static final Path MEMORY = Path.of("/proc/meminfo");

    /** Why this cannot be run here, or null when it can. */
    public static String missing() throws IOException
    {
        if (!Files.exists(MEMORY))
        {
            return "what memory there is can be read on Linux alone";
        }
        try (Stream<String> lines = Files.lines(MEMORY))
        {
            final long availableKb = lines
                .filter(line -> line.startsWith("MemAvailable:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .sum();
            return availableKb >= MEMORY_KB ?
                null :
                "%,d kB of memory are wanted, and %,d are there".formatted(MEMORY_KB, availableKb);
        }
    }

    @Override
    QpTableKind table()
    {
        return QpTableKind.TWO_LEVEL;
    }
}
