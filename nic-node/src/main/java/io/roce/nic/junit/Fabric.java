package io.roce.nic.junit;

import io.roce.nic.NicNodeConfig;
import io.roce.nic.link.MemoryNetwork;

import java.io.IOException;
import java.time.Duration;
import java.util.function.UnaryOperator;

/** What the nodes of a test are connected by, and how time passes there. */
interface Fabric
{
    /**
     * A node at an address that nobody has.
     *
     * @param settings what is not to be as usual, of a node that has its address.
     */
    TestNode open(UnaryOperator<NicNodeConfig> settings) throws IOException;

    /** On the clock that the nodes go by. */
    long nanoTime();

    /**
     * Lets a moment pass, and what falls due in it happen.
     *
     * @return false when nothing is due ever, unless the test begins it.
     */
    boolean step();

    /** Lets that time pass, and whatever falls due in it happen. */
    void advance(Duration time);

    /** @throws IllegalStateException when there is none in memory. */
    MemoryNetwork network();
}
