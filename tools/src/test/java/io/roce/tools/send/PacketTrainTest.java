package io.roce.tools.send;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.roce.nic.link.SendFailure;
import io.roce.nic.link.SendRefusals;
import io.roce.tools.pace.Pacer;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacketBuilder;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.Test;

class PacketTrainTest
{
    private static final int PSN_OFFSET = 9;
    private static final int DEST_QP = 0x112233;

    private final CachedNanoClock clock = new CachedNanoClock();
    private final List<String> events = new ArrayList<>();
    private final RecordingSink sink = new RecordingSink();

    @Test
    void shouldStepThePsnAroundTheCircle() throws IOException
    {
        train(0xFFFFFE, 1).send(4, PacketTrain.AS_FAST_AS_POSSIBLE, sink, new Pacer(clock, clock::advance));

        assertEquals(List.of("fffffe at 0", "ffffff at 0", "000000 at 0", "000001 at 0"), events);
    }

    @Test
    void shouldSendTheSamePsnWithStepZero() throws IOException
    {
        train(0x123456, 0).send(2, PacketTrain.AS_FAST_AS_POSSIBLE, sink, new Pacer(clock, clock::advance));

        assertEquals(List.of("123456 at 0", "123456 at 0"), events);
    }

    @Test
    void shouldKeepTheRate() throws IOException
    {
        train(7, 1).send(3, 1_000, sink, new Pacer(clock, clock::advance));

        assertEquals(List.of("000007 at 0", "000008 at 1000", "000009 at 2000"), events);
    }

    @Test
    void shouldNotHoldBackWhatIsLate() throws IOException
    {
        sink.flushNs = 2_500;

        train(7, 1).send(6, 1_000, sink, new Pacer(clock, clock::advance));

        assertEquals(
            List.of(
                "000007 at 0",
                "000008 at 2500", "000009 at 2500",
                "00000a at 5000", "00000b at 5000", "00000c at 5000"),
            events, "as many at a time as are due, and none before");
    }

    @Test
    void shouldLeaveItToTheSinkHowManyGoTogetherWithoutARate() throws IOException
    {
        sink.flushNs = 1;

        train(7, 1).send(3, PacketTrain.AS_FAST_AS_POSSIBLE, sink, new Pacer(clock, clock::advance));

        assertEquals(List.of("000007 at 0", "000008 at 0", "000009 at 0"), events);
    }

    @Test
    void shouldCountWhatTheSystemRefusesAndGoOn() throws IOException
    {
        final PacketTrain train = train(7, 1);
        sink.taken = "000008";

        train.send(4, PacketTrain.AS_FAST_AS_POSSIBLE, sink, new Pacer(clock, clock::advance));
        train.send(4, PacketTrain.AS_FAST_AS_POSSIBLE, sink, new Pacer(clock, clock::advance));

        assertEquals(List.of("000008 at 0", "000008 at 0"), events);
        assertEquals(List.of(2L, 6L), List.of(train.sent(), sink.refusals().count()));
        assertEquals("refused 000007", sink.refusals().first().getMessage());
    }

    /** What waits leaves with a flush, which takes time. */
    private final class RecordingSink implements PacketSink
    {
        private final SendRefusals refusals = new SendRefusals();
        private final List<String> waiting = new ArrayList<>();
        private String taken;
        private long flushNs;

        @Override
        public void add(final byte[] array, final int offset, final int length)
        {
            waiting.add(HexFormat.of().formatHex(array, offset + PSN_OFFSET, offset + PSN_OFFSET + 3));
        }

        @Override
        public void flush()
        {
            for (final String psn : waiting)
            {
                if (taken == null || taken.equals(psn))
                {
                    events.add(psn + " at " + clock.nanoTime());
                }
                else
                {
                    refusals.count(SendFailure.OTHER, new IOException("refused " + psn));
                }
            }
            waiting.clear();
            clock.advance(flushNs);
        }

        @Override
        public SendRefusals refusals()
        {
            return refusals;
        }
    }

    private static PacketTrain train(final int psn, final int psnStep)
    {
        final RoceDatagram datagram = new RoceDatagram();
        datagram.envelope().addresses(new byte[]{127, 50, 0, 1}, new byte[]{127, 50, 0, 2});
        final RocePacketBuilder builder =
            new RocePacketBuilder().opcode(Opcode.RC_SEND_ONLY).set(PacketField.DEST_QP, DEST_QP);
        return PacketTrain.ofPsns(builder, datagram, psn, psnStep);
    }
}
