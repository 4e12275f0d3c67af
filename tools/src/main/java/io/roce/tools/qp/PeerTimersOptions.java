package io.roce.tools.qp;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.roce.nic.qp.PeerTimers;
import io.roce.nic.qp.QpAttribute;
import io.roce.tools.cli.Numbers;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;

/** What is known of the timers of an RC queue pair's peer: both or none. */
final class PeerTimersOptions
{
    @Option(
        names = "--peer-timeout",
        required = true,
        paramLabel = "VALUE",
        converter = Timeout.class,
        description = "timeout of the peer's queue pair, 0 to 31, 0 for ever: an RC queue pair that is told it and " +
            "--peer-retry-cnt is held back as long as that peer may transmit (--quarantine auto).")
    private int timeout;

    @Option(
        names = "--peer-retry-cnt",
        required = true,
        paramLabel = "VALUE",
        converter = RetryCnt.class,
        description = "retry_cnt of the peer's queue pair, 0 to 7, " + PeerTimers.FOR_EVER + " for ever.")
    private int retryCnt;

    /** Puts them into a request. */
    void putInto(final ObjectNode body)
    {
        body.put(PeerTimers.TIMEOUT_LABEL, timeout).put(PeerTimers.RETRY_CNT_LABEL, retryCnt);
    }

    static final class Timeout implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return (int)Numbers.parse(text, QpAttribute.TIMEOUT.min(), QpAttribute.TIMEOUT.max());
        }
    }

    static final class RetryCnt implements ITypeConverter<Integer>
    {
        @Override
        public Integer convert(final String text)
        {
            return (int)Numbers.parse(text, PeerTimers.FOR_EVER, QpAttribute.RETRY_CNT.max());
        }
    }
}
