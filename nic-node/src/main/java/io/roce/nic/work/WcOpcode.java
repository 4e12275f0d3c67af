package io.roce.nic.work;

/** What has completed; numbers as of {@code ibv_wc_opcode}. */
public enum WcOpcode
{
    SEND(0),
    RDMA_WRITE(1),
    RDMA_READ(2),
    COMP_SWAP(3),
    FETCH_ADD(4),
    RECV(128),
    /** An RDMA WRITE with immediate data used up a receive. */
    RECV_RDMA_WITH_IMM(129);

    private final int number;

    WcOpcode(final int number)
    {
        this.number = number;
    }

    public int number()
    {
        return number;
    }

    /** Whether a receive has completed, and not a send. */
    public boolean isReceive()
    {
        return (number & RECV.number) != 0;
    }
}
