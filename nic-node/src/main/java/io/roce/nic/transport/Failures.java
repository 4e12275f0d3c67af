package io.roce.nic.transport;

/**
 * What ends the service of a queue pair. The request that broke it has been completed with its own status before; what
 * else was posted completes with WR_FLUSH_ERR.
 */
interface Failures
{
    /** To ERR: nothing is received or sent any more. */
    void toErr(ServedQp qp);

    /** To SQE: UC and UD, whose sends stop and whose receives go on. */
    void toSqe(ServedQp qp);
}
