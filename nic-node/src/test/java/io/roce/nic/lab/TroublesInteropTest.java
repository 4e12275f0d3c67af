package io.roce.nic.lab;

import static io.roce.nic.work.WcStatus.LOC_LEN_ERR;
import static io.roce.nic.work.WcStatus.LOC_PROT_ERR;
import static io.roce.nic.work.WcStatus.REM_INV_REQ_ERR;
import static io.roce.nic.work.WcStatus.RETRY_EXC_ERR;
import static io.roce.nic.work.WcStatus.SUCCESS;
import static io.roce.nic.work.WcStatus.WR_FLUSH_ERR;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.roce.nic.transport.Profile;

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

        assertEquals(
            asAnsweredWith(profile, trouble, expected),
            outcome(Direction.KERNEL_ASKS_NODE, profile, trouble, version));
        // In what these end with, requesters do not differ by profile.
        if (profile == Profile.RXE_6_1)
        {
            assertEquals(expected, outcome(Direction.NODE_ASKS_KERNEL, profile, trouble, version));
        }
    }

    /** What the responder of a profile makes of it: the list of what {@code ibta} does another way. */
    private static Outcome asAnsweredWith(final Profile profile, final Trouble trouble, final Outcome kernels)
    {
        if (profile == Profile.RXE_6_1)
        {
            return kernels;
        }
        return switch (trouble)
        {
            case SEND_LONGER_THAN_THE_RECEIVE, LONG_SEND_LONGER_THAN_THE_RECEIVE ->
                kernels.withRequester(SUCCESS, REM_INV_REQ_ERR, WR_FLUSH_ERR).withResponder("ERR", LOC_LEN_ERR);
            case SEND_INTO_A_RECEIVE_BEHIND_THE_REGION -> kernels.withResponder("ERR", LOC_PROT_ERR);
            case SEND_THAT_INVALIDATES_A_WRONG_KEY ->
                kernels.withRequester(SUCCESS, RETRY_EXC_ERR, WR_FLUSH_ERR);
            case IMMEDIATE_WITH_A_WRONG_KEY -> kernels.withResponder("ERR", WR_FLUSH_ERR);
            case SEND_BY_UC_LONGER_THAN_THE_RECEIVE, SEND_BY_UD_LONGER_THAN_THE_RECEIVE ->
                kernels.withResponder("RTS", SUCCESS);
            default -> kernels;
        };
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
