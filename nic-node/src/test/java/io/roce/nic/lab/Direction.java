package io.roce.nic.lab;

import io.roce.nic.transport.Profile;

import java.util.stream.Stream;

import org.junit.jupiter.params.provider.Arguments;

/** Who sends requests to whom. */
enum Direction
{
    KERNEL_ASKS_NODE,
    NODE_ASKS_KERNEL,
    /** What the others are compared with. */
    KERNEL_ASKS_KERNEL;

    /** For tests with parameters: both directions with a node, over both versions. */
    static Stream<Arguments> waysWithANode()
    {
        return Stream.of(KERNEL_ASKS_NODE, NODE_ASKS_KERNEL)
            .flatMap(direction -> Stream.of(IpVersion.values()).map(version -> Arguments.of(direction, version)));
    }

    End requester(final Lab lab, final Profile profile)
    {
        return this == NODE_ASKS_KERNEL ? lab.node(profile) : lab.kernel(1);
    }

    End responder(final Lab lab, final Profile profile)
    {
        return this == KERNEL_ASKS_NODE ? lab.node(profile) : lab.kernel(this == NODE_ASKS_KERNEL ? 1 : 2);
    }
}
