package io.roce.tools.lint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.roce.wire.opcode.Opcode;

import java.io.IOException;
import java.util.List;

import org.junit.jupiter.api.Test;

/** A wrong ICRC is called that of another address where there is evidence of that address, and wrong otherwise. */
class IcrcExplanationTest extends MadeTraffic
{
    @Test
    void shouldNotInventAnAddressForAnIcrcThatIsWrongByTheSameValueEachTime() throws IOException
    {
        for (int i = 0; i < 5; i++)
        {
            write(PSN + i, Opcode.RC_SEND_ONLY, 64);
            wrongBy(i, 0x55, 0xAA, 0x12, 0x34);
        }

        assertEquals(List.of("ICRC_WRONG 1", "ICRC_WRONG 2", "ICRC_WRONG 3", "ICRC_WRONG 4", "ICRC_WRONG 5"), found());
    }

    /** The second length is the proof; from there on the address is one that the capture has. */
    @Test
    void shouldNameAnAddressThatPacketsOfTwoLengthsTell() throws IOException
    {
        client = "198.51.100.7";
        for (int i = 0; i < 5; i++)
        {
            write(PSN + i, Opcode.RC_SEND_ONLY, i < 3 ? 64 : 128);
            source(i, 203, 0, 113, 9);
        }

        assertEquals(
            List.of("ICRC_WRONG 1", "ICRC_WRONG 2", "ICRC_WRONG 3", "ICRC_REWRITTEN 4", "ICRC_REWRITTEN 5"), found());
    }

    /** The client's 192.0.2.1 is in the same /24 as the server's 192.0.2.2. */
    @Test
    void shouldNameANeighbourOfAnAddressThatIsThere() throws IOException
    {
        write(PSN, Opcode.RC_SEND_ONLY, 64);
        source(0, 203, 0, 113, 9);

        assertEquals(
            "right for source 192.0.2.1",
            recorded.lint(folder.resolve("made.pcap"), WHOLE).get(0).detail().split(":")[0]);
    }

    private List<String> found() throws IOException
    {
        return recorded.lint(folder.resolve("made.pcap"), WHOLE).stream()
            .filter(finding -> finding.code().name().startsWith("ICRC"))
            .map(finding -> finding.code() + " " + finding.frame()).toList();
    }

    private void wrongBy(final int i, final int... bytes)
    {
        for (int j = 0; j < bytes.length; j++)
        {
            recorded.frames.get(i)[recorded.icrcOffset(i) + j] ^= (byte)bytes[j];
        }
    }

    private void source(final int i, final int... bytes)
    {
        for (int j = 0; j < bytes.length; j++)
        {
            recorded.frames.get(i)[recorded.sourceOffset(i) + j] = (byte)bytes[j];
        }
        recorded.repairIpv4(i);
    }
}
