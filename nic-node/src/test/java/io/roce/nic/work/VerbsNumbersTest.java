package io.roce.nic.work;

import io.roce.wire.opcode.TransportType;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

/** The numbers are those of libibverbs, whose enumerations count from 0 unless they say otherwise. */
class VerbsNumbersTest
{
    private static final List<String> IBV_WC_STATUS = List.of(
        "SUCCESS", "LOC_LEN_ERR", "LOC_QP_OP_ERR", "LOC_EEC_OP_ERR", "LOC_PROT_ERR", "WR_FLUSH_ERR", "MW_BIND_ERR",
        "BAD_RESP_ERR", "LOC_ACCESS_ERR", "REM_INV_REQ_ERR", "REM_ACCESS_ERR", "REM_OP_ERR", "RETRY_EXC_ERR",
        "RNR_RETRY_EXC_ERR", "LOC_RDD_VIOL_ERR", "REM_INV_RD_REQ_ERR", "REM_ABORT_ERR", "INV_EECN_ERR",
        "INV_EEC_STATE_ERR", "FATAL_ERR", "RESP_TIMEOUT_ERR", "GENERAL_ERR");

    private static final List<String> IBV_WR_OPCODE = List.of(
        "RDMA_WRITE", "RDMA_WRITE_WITH_IMM", "SEND", "SEND_WITH_IMM", "RDMA_READ", "ATOMIC_CMP_AND_SWP",
        "ATOMIC_FETCH_AND_ADD", "LOCAL_INV", "BIND_MW", "SEND_WITH_INV");

    @Test
    void shouldNumberStatusesAndOpcodes()
    {
        assertEquals(IBV_WC_STATUS.stream().collect(Collectors.toMap(Function.identity(), IBV_WC_STATUS::indexOf)),
            numbers(WcStatus.values(), WcStatus::number));
        assertEquals(
            IBV_WR_OPCODE.stream()
                .filter(name -> !name.equals("LOCAL_INV") && !name.equals("BIND_MW"))
                .collect(Collectors.toMap(Function.identity(), IBV_WR_OPCODE::indexOf)),
            numbers(WrOpcode.values(), WrOpcode::number));
        assertEquals(
            Map.of("SEND", 0, "RDMA_WRITE", 1, "RDMA_READ", 2, "COMP_SWAP", 3, "FETCH_ADD", 4, "RECV", 128,
                "RECV_RDMA_WITH_IMM", 129),
            numbers(WcOpcode.values(), WcOpcode::number));
    }

    @Test
    void shouldNumberFlags()
    {
        assertEquals(
            Map.of("FENCE", 1, "SIGNALED", 2, "SOLICITED", 4, "INLINE", 8),
            numbers(SendFlag.values(), SendFlag::bit));
        assertEquals(15, SendFlag.ALL);
        assertEquals(Map.of("GRH", 1, "WITH_IMM", 2, "WITH_INV", 8), numbers(WcFlag.values(), WcFlag::bit));
        assertTrue(WcFlag.WITH_INV.isIn(9));
        assertTrue(!WcFlag.WITH_IMM.isIn(9));
    }

    @Test
    void shouldSayWhatEachStatusMeans()
    {
        final Set<String> sentences = Arrays.stream(WcStatus.values())
            .map(WcStatus::description).collect(Collectors.toSet());
        assertEquals(WcStatus.values().length, sentences.size());
        assertTrue(sentences.stream().allMatch(sentence -> sentence.endsWith(".")));
    }

    @Test
    void shouldTellReceivesFromSends()
    {
        assertEquals(
            EnumSet.of(WcOpcode.RECV, WcOpcode.RECV_RDMA_WITH_IMM),
            Arrays.stream(WcOpcode.values()).filter(WcOpcode::isReceive).collect(Collectors.toSet()));
    }

    @Test
    void shouldKnowWhatEachTransportTakes()
    {
        final Set<WrOpcode> uc = EnumSet.of(
            WrOpcode.SEND, WrOpcode.SEND_WITH_IMM, WrOpcode.RDMA_WRITE, WrOpcode.RDMA_WRITE_WITH_IMM);
        assertEquals(EnumSet.allOf(WrOpcode.class), takenBy(TransportType.RC));
        assertEquals(uc, takenBy(TransportType.UC));
        assertEquals(EnumSet.of(WrOpcode.SEND, WrOpcode.SEND_WITH_IMM), takenBy(TransportType.UD));
    }

    private static Set<WrOpcode> takenBy(final TransportType transport)
    {
        return Arrays.stream(WrOpcode.values())
            .filter(opcode -> opcode.isTakenBy(transport))
            .collect(Collectors.toSet());
    }

    private static <E extends Enum<E>> Map<String, Integer> numbers(final E[] values, final ToIntFunction<E> number)
    {
        return Arrays.stream(values).collect(Collectors.toMap(Enum::name, number::applyAsInt));
    }
}
