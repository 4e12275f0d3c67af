package io.roce.tools.sweep;

/** The attacks, and where each is described. Help, README and tests iterate this list. */
enum Attack
{
    QPN_NEXT("qpn-next", "ReDMArk V5", "guesses a new queue pair's number from the attacker's own on"),
    PEER("peer", "ReDMArk A1", "sends to another's connection from an address that is not its peer's"),
    P_KEY("p-key", "", "guesses the partition, 15 bits, from the peer's address"),
    Q_KEY("q-key", "", "guesses a datagram queue pair's Q_Key within a known block"),
    ICRC_FORGED("icrc-forged", "sRDMA, ReDMArk V8", "changes packets and computes their ICRC anew, without any key"),
    ICRC_RANDOM("icrc-random", "sRDMA, ReDMArk V8", "changes packets and leaves the ICRC to chance"),
    PSN_RC("psn-rc", "ReDMArk A1, NeVerMore", "guesses an RC connection's next PSN within a known block"),
    PSN_UC("psn-uc", "NeVerMore", "guesses a UC connection's next PSN within a known block"),
    RKEY_RC("rkey-rc", "ReDMArk V1, A2", "guesses the low byte of the key after the attacker's own, over RC"),
    RKEY_UC("rkey-uc", "ReDMArk V1, A3", "guesses the low byte of the key after the attacker's own, over UC"),
    STALE_HELD("stale-held", "", "the old peer goes on sending when the queue pair is destroyed"),
    STALE_REISSUED("stale-reissued", "",
        "the old peer goes on sending when its number is given to a connection with the same address"),
    RESET("reset", "", "the old peer goes on sending while the queue pair goes through RESET and up again");

    private final String label;
    private final String literature;
    private final String description;

    Attack(final String label, final String literature, final String description)
    {
        this.label = label;
        this.literature = literature;
        this.description = description;
    }

    /** As on the command line and in tables. */
    String label()
    {
        return label;
    }

    /** Names of papers and of what they call it; empty when it is this project's subject. */
    String literature()
    {
        return literature;
    }

    /** What the attacker does. */
    String description()
    {
        return description;
    }
}
