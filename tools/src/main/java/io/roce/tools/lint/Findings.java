package io.roce.tools.lint;

/** Takes what the rules find, as it is found. */
@FunctionalInterface
public interface Findings
{
    void onFinding(Finding finding);

    /** The same, of a packet without a flow. */
    default void add(final FindingCode code, final Sighting packet, final String detail)
    {
        onFinding(new Finding(code, packet.conversation(), packet.number(), detail));
    }

    default void add(final FindingCode code, final Flow flow, final long frame, final String detail)
    {
        onFinding(new Finding(code, flow.conversation(), frame, detail));
    }
}
