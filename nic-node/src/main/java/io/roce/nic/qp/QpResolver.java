package io.roce.nic.qp;

/**
 * Answers which queue pair a number names: the cache first, then the table. The one place where numbers become contexts,
 * for receive and transmit alike. Lane thread only.
 */
public interface QpResolver
{
    /** The live queue pair with that number, or null; see {@link #status} for why. Any 24-bit number may be asked for. */
    QpContext resolve(int qpn);

    /** What the table says of a number now. */
    QpnStatus status(int qpn);
}
