package io.roce.nic.transport;

import io.roce.nic.work.WcFlag;
import io.roce.nic.work.WcStatus;
import io.roce.wire.header.NakCode;

/** Whose behaviour a node shows where the standard and what is in use differ, as {@link ProfileDifference} lists. */
public enum Profile
{
    /** As IBTA Vol 1 has it. */
    IBTA("ibta"),
    /** As the software RoCE of Linux 6.1 has it. */
    RXE_6_1("rxe-6.1");

    private static final int RXE_MAX_DEST_RD_ATOMIC = 128;

    private final String label;

    Profile(final String label)
    {
        this.label = label;
    }

    /** As in figures and on the command line. */
    public String label()
    {
        return label;
    }

    /** What a SEND is answered that is longer than the receive posted for it. */
    NakCode receiveTooShort()
    {
        return this == IBTA ? NakCode.INVALID_REQUEST : NakCode.REMOTE_OPERATIONAL;
    }

    /** Whether the packets of a SEND over RC must have the length and pad count of their opcode and path MTU. */
    boolean checksShapeOfSend()
    {
        return this == IBTA;
    }

    /** Whether {@code retry_cnt} 7 is no number but for ever. */
    boolean retriesForEver()
    {
        return this == RXE_6_1;
    }

    /** Whether a UC or UD message that is longer than its receive fails the queue pair, and is not just dropped. */
    boolean isFailedByTooLong()
    {
        return this == RXE_6_1;
    }

    /**
     * The status of a receive that a failing request took.
     *
     * @param code     of the NAK.
     * @param standard what the standard says; null where the receive is flushed with the others.
     */
    WcStatus receiveStatus(final NakCode code, final WcStatus standard)
    {
        if (this == IBTA)
        {
            return standard;
        }
        return switch (code)
        {
            case REMOTE_ACCESS -> WcStatus.REM_ACCESS_ERR;
            case REMOTE_OPERATIONAL -> WcStatus.LOC_QP_OP_ERR;
            default -> WcStatus.REM_INV_REQ_ERR;
        };
    }

    /** Whether a SEND is acknowledged, if it asks for that, whose key then cannot be invalidated. */
    boolean acknowledgesRefusedInvalidate()
    {
        return this == RXE_6_1;
    }

    /** Flags that each completion of a receive of RC and UC has, though no network header is in front of the data. */
    int connectedReceiveFlags()
    {
        return this == IBTA ? 0 : WcFlag.GRH.bit();
    }

    /** Whether a request that no responder here serves is refused, and not dropped. */
    boolean refusesUnserved()
    {
        return this == IBTA;
    }

    /** Whether an RNR NAK stands for a PSN sequence NAK too, so that what is behind the request is dropped. */
    boolean isSilentAfterRnrNak()
    {
        return this == IBTA;
    }

    /**
     * READs and atomics that may be unanswered at once, which is as many as are saved for duplicates.
     *
     * @param maxDestRdAtomic 0 to 255.
     */
    int savedResponses(final int maxDestRdAtomic)
    {
        return this == IBTA || maxDestRdAtomic == 0 ?
            maxDestRdAtomic :
            Math.max(maxDestRdAtomic, RXE_MAX_DEST_RD_ATOMIC);
    }
}
