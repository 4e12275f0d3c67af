package io.roce.nic.qp;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

import static io.roce.nic.qp.QpAttribute.DGID;
import static io.roce.nic.qp.QpAttribute.SGID_INDEX;

/**
 * What one transition asks for.
 *
 * @param required         bits of the attributes that must be given.
 * @param optional         bits of the attributes that may be given.
 * @param isCurrentAllowed whether {@code cur_qp_state} may be given.
 */
public record QpTransition(int required, int optional, boolean isCurrentAllowed)
{
    private static final String CURRENT_LABEL = "cur_qp_state";

    /** Whether nothing is {@link #missing} and nothing {@link #forbidden}. */
    public boolean isSatisfiedBy(final QpModification modification)
    {
        return missingBits(modification) == 0 && forbiddenBits(modification) == 0 && !isCurrentForbidden(modification);
    }

    /** Labels of the attributes that are required and not there; SGID_INDEX, where it may be given, asks for DGID. */
    public List<String> missing(final QpModification modification)
    {
        return labels(missingBits(modification)).toList();
    }

    /** Labels of the attributes that are there and must not be. */
    public List<String> forbidden(final QpModification modification)
    {
        final Stream<String> current =
            isCurrentForbidden(modification) ? Stream.of(CURRENT_LABEL) : Stream.empty();
        return Stream.concat(current, labels(forbiddenBits(modification))).toList();
    }

    private int missingBits(final QpModification modification)
    {
        final int mask = modification.attributes().mask();
        final int asked = (optional & mask & SGID_INDEX.bit()) == 0 ? 0 : DGID.bit();
        return (required | asked) & ~mask;
    }

    private int forbiddenBits(final QpModification modification)
    {
        return modification.attributes().mask() & ~(required | optional);
    }

    private boolean isCurrentForbidden(final QpModification modification)
    {
        return modification.current() != null && !isCurrentAllowed;
    }

    private static Stream<String> labels(final int mask)
    {
        return Arrays.stream(QpAttribute.values())
            .filter(attribute -> (mask & attribute.bit()) != 0)
            .map(QpAttribute::label);
    }
}
