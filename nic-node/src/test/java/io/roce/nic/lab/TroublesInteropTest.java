package io.roce.nic.lab;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.transport.Profile;
import io.roce.nic.work.WcStatus;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What goes wrong between the kernel and a node ends at both as it does between two kernels. */
@Interop
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TroublesInteropTest
{
    private final Lab lab;
    private final Map<List<Object>, Outcome> betweenKernels = new HashMap<>();

    TroublesInteropTest(final Lab lab)
    {
        this.lab = lab;
    }

    /** One profile after the other, since each is a process. */
    static Stream<Arguments> troubles()
    {
        return Stream.of(Profile.values())
            .flatMap(profile -> Stream.of(Trouble.values())
                .flatMap(trouble -> Stream.of(IpVersion.values())
                    .map(version -> Arguments.of(profile, trouble, version))));
    }

    @ParameterizedTest
    @MethodSource("troubles")
    void shouldEndAsBetweenKernels(final Profile profile, final Trouble trouble, final IpVersion version)
    {
        final Outcome expected = betweenKernels.computeIfAbsent(
            List.of(trouble, version),
            key -> outcome(Direction.KERNEL_ASKS_KERNEL, profile, trouble, version));

        assertAll(
            () -> assertEquals(expected, outcome(Direction.NODE_ASKS_KERNEL, profile, trouble, version)),
            () -> assertEquals(
                asNamedByProfile(expected, profile, trouble),
                outcome(Direction.KERNEL_ASKS_NODE, profile, trouble, version)));
    }

    private static Outcome asNamedByProfile(final Outcome expected, final Profile profile, final Trouble trouble)
    {
        final boolean isTooLong =
            trouble == Trouble.SEND_LONGER_THAN_THE_RECEIVE || trouble == Trouble.LONG_SEND_LONGER_THAN_THE_RECEIVE;
        if (profile == Profile.RXE_6_1 || !isTooLong)
        {
            return expected;
        }
        final List<WcStatus> requester = new ArrayList<>(expected.requester());
        assertTrue(Collections.replaceAll(requester, WcStatus.REM_OP_ERR, WcStatus.REM_INV_REQ_ERR));
        return new Outcome(
            requester, expected.requesterState(), expected.responder(), expected.responderState());
    }

    private Outcome outcome(
        final Direction direction,
        final Profile profile,
        final Trouble trouble,
        final IpVersion version)
    {
        return trouble.outcome(Pair.connect(lab, direction, version, profile, trouble.setup()));
    }
}
