package io.roce.nic.work;

/** How a work request ended; numbers as of {@code ibv_wc_status}, those of services that are not served included. */
public enum WcStatus
{
    SUCCESS(0, "Done."),
    LOC_LEN_ERR(1, "The message is longer than the local memory given for it, or than may be sent."),
    LOC_QP_OP_ERR(2, "The queue pair cannot do what the request asks for."),
    LOC_EEC_OP_ERR(3, "The local end-to-end context cannot do it; RD only."),
    LOC_PROT_ERR(4, "A local key or address is not of a region that may be used so."),
    WR_FLUSH_ERR(5, "It was not begun or not ended when the queue pair went to the error state."),
    MW_BIND_ERR(6, "A memory window could not be bound."),
    BAD_RESP_ERR(7, "A response came that answers nothing."),
    LOC_ACCESS_ERR(8, "Local memory may not be accessed so by what the peer sent."),
    REM_INV_REQ_ERR(9, "The peer found the request invalid."),
    REM_ACCESS_ERR(10, "The peer's memory may not be accessed so."),
    REM_OP_ERR(11, "The peer could not do it."),
    RETRY_EXC_ERR(12, "It was sent as often as may be, and nothing came back."),
    RNR_RETRY_EXC_ERR(13, "It was sent as often as may be, and the peer had no receive posted."),
    LOC_RDD_VIOL_ERR(14, "The reliable datagram domains differ; RD only."),
    REM_INV_RD_REQ_ERR(15, "The peer found the RD request invalid; RD only."),
    REM_ABORT_ERR(16, "The peer aborted it; RD only."),
    INV_EECN_ERR(17, "No end-to-end context has the number; RD only."),
    INV_EEC_STATE_ERR(18, "The end-to-end context is in another state; RD only."),
    FATAL_ERR(19, "The adapter is broken."),
    RESP_TIMEOUT_ERR(20, "A response did not come in time."),
    GENERAL_ERR(21, "Another error.");

    private final int number;
    private final String description;

    WcStatus(final int number, final String description)
    {
        this.number = number;
        this.description = description;
    }

    public int number()
    {
        return number;
    }

    /** One sentence. */
    public String description()
    {
        return description;
    }
}
