package io.roce.nic;

import io.roce.nic.stats.Fate;

import java.util.EnumMap;
import java.util.Map;

/**
 * What must be said of the packet of each fate's fixture in {@link FatesOverSocketTest} and {@link ServedFates}: a
 * pattern for each fate that is a drop. By what the fixtures do: the
 * first PSN that is expected is 0xc0ffee, the first that is sent 0x00beef, and keys are drawn.
 */
final class ExpectedReasons
{
    static final Map<Fate, String> TEXTS = new EnumMap<>(Fate.class);

    private static final String KEY = "0x[0-9a-f]{8}";
    private static final String UNREGISTERED = "expected the key of a region that is registered, came " + KEY;
    private static final String NO_MESSAGE = "opcode: expected First or Only, as no message is under way, came ";

    static
    {
        TEXTS.put(Fate.MALFORMED_TRUNCATED_BTH, "length: expected at least 16, came 15");
        TEXTS.put(Fate.MALFORMED_OVERSIZE, "length: expected at most 4152, came 4153");
        TEXTS.put(Fate.MALFORMED_UNSUPPORTED_TVER, "tver: expected 0, came 1");
        TEXTS.put(Fate.MALFORMED_UNKNOWN_OPCODE, "opcode_value: expected one that is not reserved, came 0x1f");
        // BTH 12, AtomicETH 28, ICRC 4; the fixture cuts the packet to one byte less than headers and ICRC.
        TEXTS.put(Fate.MALFORMED_TRUNCATED_HEADERS, "length: expected at least 44, came 43");
        TEXTS.put(Fate.MALFORMED_PAD_EXCEEDS_PAYLOAD, "pad_count: expected at most 0, came 1");
        TEXTS.put(Fate.ICRC_MISMATCH, "icrc: expected " + KEY + ", came " + KEY);
        TEXTS.put(Fate.QPN_MANAGEMENT, "dest_qp: expected 0x000100 to 0x0001ff, came 0x000001");
        TEXTS.put(Fate.QPN_MULTICAST, "dest_qp: expected 0x000100 to 0x0001ff, came 0xffffff");
        TEXTS.put(Fate.QPN_OUT_OF_RANGE, "dest_qp: expected 0x000100 to 0x0001ff, came 0x000200");
        TEXTS.put(Fate.QPN_UNALLOCATED, "status: expected LIVE, was UNALLOCATED");
        // The node holds numbers back for an hour, or queue pairs of the test's own for as long as those say.
        TEXTS.put(Fate.QPN_QUARANTINED, "status: expected LIVE, was QUARANTINED; held back for \\d+(\\.\\d+)?s more");
        TEXTS.put(Fate.TRANSPORT_MISMATCH, "transport: expected UC, came RC");
        TEXTS.put(Fate.QP_STATE_RESET, "state: expected RTR, RTS, SQD or SQE for a request, was RESET");
        TEXTS.put(Fate.QP_STATE_INIT, "state: expected RTR, RTS, SQD or SQE for a request, was INIT");
        TEXTS.put(Fate.QP_STATE_RTR, "state: expected RTS or SQD for a response, was RTR");
        TEXTS.put(Fate.QP_STATE_ERR, "state: expected RTR, RTS, SQD or SQE for a request, was ERR");
        TEXTS.put(Fate.PORT_MISMATCH, "gid_index: expected port 1, GID index 1, came port 1, GID index 0");
        TEXTS.put(Fate.PEER_MISMATCH, "src: expected 127.20.1.3, came 127.20.1.2");
        TEXTS.put(Fate.P_KEY_MISMATCH, "p_key: expected 0xffff, came 0x8001");
        TEXTS.put(Fate.Q_KEY_MISMATCH, "q_key: expected 0x11223344, came 0x11223345");
        TEXTS.put(Fate.INTERNAL_ERROR, "");
        TEXTS.put(Fate.FAULT_DROPPED, "fault_rule: expected none that drops it, came 1");
        TEXTS.put(Fate.HAND_OVER_FULL, "hand_over: expected a free place of 1024, was none");
        requests();
        responses();
    }

    private ExpectedReasons()
    {
    }

    private static void requests()
    {
        // 64 MiB are 0x40000 packets of 256 bytes.
        TEXTS.put(Fate.RESPONDER_FAILING, "psn: expected none behind 0xc4ffee, which failed, came 0xc4ffef");
        TEXTS.put(Fate.UNSERVED_DROPPED, "opcode: expected an operation that is served, came RC_FLUSH");
        TEXTS.put(Fate.DUPLICATE_ACKNOWLEDGED, "psn: expected 0xc0ffee, came 0xc0ffed");
        TEXTS.put(Fate.DUPLICATE_REPLAYED, "psn: expected 0xc0ffef, came 0xc0ffee");
        TEXTS.put(Fate.DUPLICATE_DROPPED, "psn: expected 0xc0ffee, came 0xc0ffed");
        TEXTS.put(Fate.NAK_PSN_SEQUENCE, "psn: expected 0xc0ffee, came 0xc0ffef");
        TEXTS.put(Fate.PSN_AHEAD_DROPPED, "psn: expected 0xc0ffee, came 0xc0fff0");
        TEXTS.put(Fate.NAK_INVALID_REQUEST, NO_MESSAGE + "RC_SEND_MIDDLE");
        TEXTS.put(Fate.NAK_REMOTE_ACCESS, "r_key: " + UNREGISTERED);
        TEXTS.put(Fate.UC_MESSAGE_DROPPED, "psn: expected 0xc0ffee, came 0xc0ffef");
        TEXTS.put(Fate.UC_REQUEST_INVALID, NO_MESSAGE + "UC_SEND_LAST");
        TEXTS.put(Fate.UC_ACCESS_REFUSED, "r_key: " + UNREGISTERED);
        TEXTS.put(Fate.RNR_NAK, "receives_posted: expected at least 1, was 0");
        TEXTS.put(Fate.NO_RECEIVE_POSTED, "receives_posted: expected at least 1, was 0");
        // 40 bytes of network header and 8 of message.
        TEXTS.put(Fate.RECEIVE_TOO_SMALL, "message_length: expected at most 8, came 48");
        TEXTS.put(Fate.RECEIVE_MEMORY_REFUSED, "lkey: " + UNREGISTERED);
        TEXTS.put(Fate.NAK_REMOTE_OPERATIONAL, "lkey: " + UNREGISTERED);
        TEXTS.put(Fate.INVALIDATE_REFUSED, "r_key: " + UNREGISTERED);
        TEXTS.put(Fate.CQ_OVERFLOW, "cq: expected room in a queue of 1, was none");
    }

    private static void responses()
    {
        TEXTS.put(Fate.RESPONSE_UNEXPECTED, "psn: expected none, as nothing is outstanding, came 0x00beef");
        TEXTS.put(Fate.RESPONSE_DUPLICATE, "psn: expected none, as nothing is outstanding, came 0x00beef");
        TEXTS.put(Fate.RESPONSE_RESERVED_SYNDROME, "syndrome: expected ACK, came reserved syndrome 0x40");
        TEXTS.put(Fate.RESPONSE_IMPLIED_NAK, "psn: expected 0x00beef, came 0x00bef0");
        TEXTS.put(Fate.RESPONSE_AHEAD, "psn: expected 0x00beef, came 0x00bef0");
        TEXTS.put(Fate.RESPONSE_RNR_NAK, "syndrome: expected ACK, came RNR NAK, timer 0");
        TEXTS.put(Fate.RESPONSE_NAK_PSN_SEQUENCE, "syndrome: expected ACK, came NAK, PSN sequence error");
        TEXTS.put(
            Fate.RESPONSE_RETRY_EXCEEDED,
            "retry_cnt: expected at most 0 in a row, came another NAK, PSN sequence error");
        TEXTS.put(
            Fate.RESPONSE_RNR_RETRY_EXCEEDED,
            "rnr_retry: expected at most 0 in a row, came another RNR NAK, timer 0");
        TEXTS.put(Fate.RESPONSE_NAK_INVALID_REQUEST, "syndrome: expected ACK, came NAK, invalid request");
        TEXTS.put(Fate.RESPONSE_NAK_REMOTE_ACCESS, "syndrome: expected ACK, came NAK, remote access error");
        TEXTS.put(Fate.RESPONSE_NAK_REMOTE_OPERATIONAL, "syndrome: expected ACK, came NAK, remote operational error");
        TEXTS.put(Fate.RESPONSE_BAD, "opcode: expected an answer to SEND, came RC_ATOMIC_ACKNOWLEDGE");
        TEXTS.put(Fate.RESPONSE_LOCAL_PROTECTION, "lkey: " + UNREGISTERED);
        TEXTS.put(Fate.RESPONSE_CQ_OVERFLOW, "cq: expected room in a queue of 1, was none");
    }
}
