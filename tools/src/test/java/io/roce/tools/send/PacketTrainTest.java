package io.roce.tools.send;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.roce.tools.pace.Pacer;
import io.roce.wire.opcode.Opcode;
import io.roce.wire.packet.PacketField;
import io.roce.wire.packet.RoceDatagram;
import io.roce.wire.packet.RocePacketBuilder;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.agrona.concurrent.CachedNanoClock;
import org.junit.jupiter.api.Test;

class PacketTrainTest
{
    private static final int PSN_OFFSET = 9;
    private static final int DEST_QP = 0x112233;

    private final CachedNanoClock clock = new CachedNanoClock();
    private final List<String> events = new ArrayList<>();
    private final PacketSink sink = (array, offset, length) -> events.add(String.format("%02x%02x%02x at %d",
        array[offset + PSN_OFFSET], array[offset + PSN_OFFSET + 1], array[offset + PSN_OFFSET + 2],
        clock.nanoTime()));

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
        final Pacer pacer = new Pacer(clock, clock::advance);
        final PacketSink slow = (array, offset, length) ->
        {
            sink.send(array, offset, length);
            clock.advance(2_500);
        };

        train(7, 1).send(3, 1_000, slow, pacer);

        assertEquals(List.of("000007 at 0", "000008 at 2500", "000009 at 5000"), events);
    }

    @Test
    void shouldCountWhatTheSystemRefusesAndGoOn() throws IOException
    {
        final PacketTrain train = train(7, 1);
        final PacketSink full = (array, offset, length) ->
        {
            if (array[offset + PSN_OFFSET + 2] != 8)
            {
                throw new IOException("refused " + array[offset + PSN_OFFSET + 2]);
            }
            sink.send(array, offset, length);
        };

        train.send(4, PacketTrain.AS_FAST_AS_POSSIBLE, full, new Pacer(clock, clock::advance));

        assertEquals(List.of("000008 at 0"), events);
        assertEquals(List.of(1L, 3L), List.of(train.sent(), train.refused()));
        assertEquals("refused 7", train.firstRefusal().getMessage());
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
