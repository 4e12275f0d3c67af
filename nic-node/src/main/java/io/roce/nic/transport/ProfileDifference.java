package io.roce.nic.transport;

/** Where the {@linkplain Profile profiles} differ. Documentation and tests iterate this list. */
public enum ProfileDifference
{
    SEND_TOO_LONG("a SEND longer than the receive posted for it", "NAK invalid request", "NAK remote operational"),
    SEND_SHAPE(
        "RC: a SEND packet whose length or pad count is not that of its opcode and the path MTU",
        "NAK invalid request",
        "taken"),
    UNSERVED("an operation or opcode that is not served", "NAK invalid request, ERR", "dropped"),
    BEHIND_RNR("packets behind a request that met an RNR NAK", "dropped", "NAK PSN sequence, once"),
    SAVED_RESPONSES(
        "READs and atomics not yet answered", "`max_dest_rd_atomic` at most", "128, or none when that is 0"),
    RETRY_CNT_7("`retry_cnt` 7", "seven times", "for ever"),
    REFUSED_RECEIVE(
        "the receive that a refused request took",
        "flushed, or says why",
        "`REM_INV_REQ_ERR`, `REM_ACCESS_ERR` or `LOC_QP_OP_ERR`, by the NAK"),
    INVALIDATE_REFUSED("a SEND that invalidates a wrong key", "not acknowledged, ERR", "acknowledged, ERR"),
    DATAGRAM_TOO_LONG("UC, UD: a message longer than its receive", "dropped", "`LOC_QP_OP_ERR`, ERR"),
    GRH_FLAG("completions of receives with the GRH flag", "UD", "RC, UC, UD");

    private final String what;
    private final String ibta;
    private final String rxe;

    ProfileDifference(final String what, final String ibta, final String rxe)
    {
        this.what = what;
        this.ibta = ibta;
        this.rxe = rxe;
    }

    /** In what they differ, a few words. */
    public String what()
    {
        return what;
    }

    /** What a node of that profile does, a few words. */
    public String under(final Profile profile)
    {
        return profile == Profile.IBTA ? ibta : rxe;
    }
}
