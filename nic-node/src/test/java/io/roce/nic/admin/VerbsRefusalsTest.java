package io.roce.nic.admin;

import io.roce.nic.error.VerbsErrorCode;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

class VerbsRefusalsTest
{
    @Test
    void shouldGiveEveryReasonItsStatus()
    {
        final Map<VerbsErrorCode, Integer> expected = new EnumMap<>(Map.ofEntries(
            Map.entry(VerbsErrorCode.OUT_OF_RANGE, 400),
            Map.entry(VerbsErrorCode.ILLEGAL_ATTRIBUTES, 409),
            Map.entry(VerbsErrorCode.ILLEGAL_TRANSITION, 409),
            Map.entry(VerbsErrorCode.ILLEGAL_STATE, 409),
            Map.entry(VerbsErrorCode.SQ_DRAINING, 409),
            Map.entry(VerbsErrorCode.UNALLOCATED, 404),
            Map.entry(VerbsErrorCode.QUARANTINED, 404),
            Map.entry(VerbsErrorCode.TABLE_FULL, 409),
            Map.entry(VerbsErrorCode.QPNS_QUARANTINED, 409),
            Map.entry(VerbsErrorCode.QPN_NOT_FREE, 409),
            Map.entry(VerbsErrorCode.NO_MEMORY, 409),
            Map.entry(VerbsErrorCode.RESET_HOLD, 409),
            Map.entry(VerbsErrorCode.LIMIT_REACHED, 409),
            Map.entry(VerbsErrorCode.UNKNOWN_HANDLE, 404),
            Map.entry(VerbsErrorCode.IN_USE, 409),
            Map.entry(VerbsErrorCode.KEY_NOT_FREE, 409)));

        assertEquals(expected, Arrays.stream(VerbsErrorCode.values())
            .collect(Collectors.toMap(code -> code, VerbsRefusals::status)));
    }

    @Test
    void shouldShareNoCodeWithRequestsThatAreRefusedEarlier()
    {
        final Set<String> verbs =
            Arrays.stream(VerbsErrorCode.values()).map(Enum::name).collect(Collectors.toSet());

        assertTrue(Arrays.stream(AdminErrorCode.values()).noneMatch(code -> verbs.contains(code.name())));
    }
}
