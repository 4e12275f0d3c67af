package io.roce.tools.replay;

import io.roce.tools.cli.Addresses;
import io.roce.tools.ledger.SendOutcome;
import io.roce.wire.capture.RoceFrame;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.packet.PacketPrinter;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;

/** Shows a packet, waits for a line of input, and shows what became of the packet. Not thread-safe. */
final class StepPrompt implements FateListener
{
    private static final String QUIT = "q";

    private final BufferedReader in;
    private final PrintWriter out;
    private boolean isExplained;

    StepPrompt(final BufferedReader in, final PrintWriter out)
    {
        this.in = in;
        this.out = out;
    }

    /**
     * Shows the packet as it is to be sent.
     *
     * @return false when the line is {@code q}, or the input has ended.
     */
    boolean isNextWanted(final long frame, final RoceFrame roceFrame, final Route route) throws IOException
    {
        if (!isExplained)
        {
            out.println("Enter sends the packet that is shown, q ends.");
            isExplained = true;
        }
        final Envelope envelope = roceFrame.datagram().envelope();
        out.println(frame + "  " + Addresses.format(envelope.source()) + " > " +
            Addresses.format(envelope.destination()) + "  " + PacketPrinter.line(route.rewriter().datagram()));
        out.flush();
        final String line = in.readLine();
        if (line == null || QUIT.equals(line.strip()))
        {
            return false;
        }
        out.println("   " + Addresses.format(route.from()) + " > " + Addresses.format(route.target().to()));
        return true;
    }

    @Override
    public void onFate(final int loop, final long frame, final String met)
    {
        out.println(("   " + met + "  " + SendOutcome.description(met)).stripTrailing());
        out.flush();
    }
}
