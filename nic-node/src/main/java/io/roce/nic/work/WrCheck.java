package io.roce.nic.work;

import io.roce.nic.error.NumberForm;
import io.roce.nic.error.VerbsErrorCode;
import io.roce.nic.error.VerbsException;
import io.roce.wire.Qpn;
import io.roce.wire.opcode.TransportType;

import java.util.List;

/** What is refused when it is posted, before anything is copied: what no queue pair of that kind could ever do. */
final class WrCheck
{
    private WrCheck()
    {
    }

    static void require(final RecvWr wr, final QpCap cap) throws VerbsException
    {
        require(wr.sges(), cap.maxRecvSge());
    }

    static void require(final SendWr wr, final TransportType transport, final QpCap cap) throws VerbsException
    {
        if (wr.opcode() == null || !wr.opcode().isTakenBy(transport))
        {
            throw VerbsException.notAllowed("opcode", String.valueOf(wr.opcode()), WrOpcode.takenBy(transport));
        }
        require("send_flags", wr.flags(), 0, SendFlag.ALL);
        requireInline(wr, cap);
        require(wr.sges(), wr.hasInlineData() ? 0 : cap.maxSendSge());
        if (wr.opcode().isAtomic())
        {
            requireAtomic(wr);
        }
        if (transport == TransportType.UD)
        {
            requireDestination(wr);
        }
    }

    private static void require(final SgeList sges, final int maxSge) throws VerbsException
    {
        require("num_sge", sges.count(), 0, maxSge);
        long total = 0;
        for (int i = 0; i < sges.count(); i++)
        {
            final long length = sges.length(i);
            if (length < 0 || length > SgeList.MAX_MESSAGE_LENGTH)
            {
                throw outOfRange("sge[" + i + "].length", length, 0, SgeList.MAX_MESSAGE_LENGTH);
            }
            // There are at most 32 of these.
            total += length;
        }
        require("length", total, 0, SgeList.MAX_MESSAGE_LENGTH);
    }

    private static void requireInline(final SendWr wr, final QpCap cap) throws VerbsException
    {
        if (SendFlag.INLINE.isIn(wr.flags()) != wr.hasInlineData())
        {
            throw new VerbsException(
                VerbsErrorCode.OUT_OF_RANGE,
                wr.hasInlineData() ? "inline data without the flag INLINE" : "the flag INLINE without inline data")
                .with("field", "send_flags")
                .with("value", wr.flags());
        }
        if (!wr.hasInlineData())
        {
            return;
        }
        if (wr.opcode().isFetch())
        {
            throw new VerbsException(
                VerbsErrorCode.OUT_OF_RANGE, "opcode is %s, which has no data to be INLINE".formatted(wr.opcode()))
                .with("field", "opcode")
                .with("value", wr.opcode().name());
        }
        require("inline_data", wr.inlineLength(), 0, cap.maxInlineData());
    }

    private static void requireAtomic(final SendWr wr) throws VerbsException
    {
        require("length", wr.sges().totalLength(), Long.BYTES, SgeList.MAX_MESSAGE_LENGTH);
        if (wr.remoteAddr() % Long.BYTES != 0)
        {
            throw new VerbsException(
                VerbsErrorCode.OUT_OF_RANGE, "remote_addr is 0x%x, not a multiple of 8".formatted(wr.remoteAddr()))
                .with("field", "remote_addr")
                .with("value", Long.toUnsignedString(wr.remoteAddr()))
                .with("multiple_of", Long.BYTES);
        }
    }

    private static void requireDestination(final SendWr wr) throws VerbsException
    {
        if (wr.dgid() == null)
        {
            throw VerbsException.notAllowed("dgid", null, List.of("an address"));
        }
        require("sgid_index", wr.sgidIndex(), 0, SendWr.MAX_SGID_INDEX);
        if (wr.remoteQpn() < 0 || wr.remoteQpn() > Qpn.MASK)
        {
            throw VerbsException.outOfRange("remote_qpn", wr.remoteQpn(), 0, Qpn.MASK, NumberForm.HEX_24);
        }
    }

    private static void require(final String field, final long value, final long min, final long max)
        throws VerbsException
    {
        if (value < min || value > max)
        {
            throw outOfRange(field, value, min, max);
        }
    }

    private static VerbsException outOfRange(
        final String field, final long value, final long min, final long max)
    {
        return VerbsException.outOfRange(field, value, min, max, NumberForm.DECIMAL);
    }
}
