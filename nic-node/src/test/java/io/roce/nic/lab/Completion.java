package io.roce.nic.lab;

import io.roce.nic.work.WcStatus;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** A {@code wc} line of a shell. */
final class Completion
{
    /** {@code ibv_wc_opcode} of verbs.h. */
    static final int SEND = 0;
    static final int WRITE = 1;
    static final int READ = 2;
    static final int COMP_SWAP = 3;
    static final int FETCH_ADD = 4;
    static final int RECV = 128;
    static final int RECV_RDMA_WITH_IMM = 129;

    private final Map<String, String> values = new HashMap<>();

    Completion(final String line)
    {
        for (final String word : line.split(" "))
        {
            final int sign = word.indexOf('=');
            if (sign > 0)
            {
                values.put(word.substring(0, sign), word.substring(sign + 1));
            }
        }
    }

    WcStatus status()
    {
        final long number = number("status");
        return Arrays.stream(WcStatus.values()).filter(status -> status.number() == number).findFirst().orElseThrow();
    }

    /** One of the numbers above; says nothing unless the status is that of success. */
    long opcode()
    {
        return number("op");
    }

    /**
     * A value of it.
     *
     * @param key {@code qpn}, {@code slot} or, where a receive succeeded, {@code len}, {@code src_qp}, {@code imm},
     *            {@code flags}.
     */
    long number(final String key)
    {
        return Long.decode(values.get(key));
    }

    @Override
    public String toString()
    {
        return values.toString();
    }
}
