package io.roce.nic.admin;

import java.util.List;

/**
 * What {@code /metrics} tells. Its name and labels are what dashboards and alerts are made of, and never get another
 * meaning. Documentation and tests iterate this list; the order is that of the answer's making, which sorts by name.
 */
enum Metric
{
    BUILD(
        Type.INFO, "roce_build_info", "What the node is and was told to do; always 1.",
        "version", "link", "icrc_mode", "profile", "table", "qp_cache", "allocation", "quarantine", "pressure",
        "lanes"),
    START_TIME(Type.GAUGE, "roce_start_time_seconds", "When the node started, in seconds since 1970."),

    RECEIVED(Type.COUNTER, "roce_datagrams_received_total", "Datagrams that the links delivered."),
    INJECTED(Type.COUNTER, "roce_datagrams_injected_total", "Duplicates that a fault rule added."),
    HELD(
        Type.GAUGE, "roce_datagrams_held",
        "Datagrams that are delayed or on their way to another lane. " +
            "Received and injected ones are these and those that ended."),
    ENDED(
        Type.COUNTER, "roce_datagrams_total",
        "Datagrams by how they ended, each in one way; roce_fate_info describes the ways.", "fate", "drop"),
    FATE(Type.INFO, "roce_fate_info", "What each fate of a datagram means; always 1.", "fate", "description"),
    ICRC(
        Type.COUNTER, "roce_icrc_verified_total",
        "ICRCs that were right: exact for the header as assumed, inferred for another identification.", "match"),
    KERNEL_DROPS(
        Type.COUNTER, "roce_kernel_drops_total",
        "Datagrams that the system dropped at the socket before the node saw them.", "address"),

    SENT(Type.COUNTER, "roce_egress_sent_total", "Datagrams that the system took."),
    SEND_FAILED(
        Type.COUNTER, "roce_egress_failed_total",
        "Datagrams that did not leave, by why; roce_egress_failure_info describes the reasons.", "reason"),
    SEND_FAILURE(
        Type.INFO, "roce_egress_failure_info", "What each reason of roce_egress_failed_total means; always 1.",
        "reason", "description"),

    INGRESS_VERDICTS(
        Type.COUNTER, "roce_ingress_verdicts_total",
        "Datagrams of the capture by how the kernel's checks, repeated, ended.", "interface", "verdict"),
    INGRESS_CAPTURE_DROPS(
        Type.COUNTER, "roce_ingress_capture_drops_total",
        "Frames that found no room in the capture's buffer.", "interface"),
    INGRESS_HAND_OVER_DROPS(
        Type.COUNTER, "roce_ingress_hand_over_drops_total",
        "Captured datagrams that found no room on their way to the event loop.", "interface"),
    INGRESS_INTERRUPTIONS(
        Type.COUNTER, "roce_ingress_interruptions_total",
        "How often the capture has ended since its interface was gone.", "interface"),

    QPS_LIVE(Type.GAUGE, "roce_qps_live", "Queue pairs."),
    QPS_MAX(Type.GAUGE, "roce_qps_max", "Queue pairs that may live at once."),
    TABLE_QUARANTINED(Type.GAUGE, "roce_table_quarantined", "Numbers of the table that are held back."),
    TABLE_PAGES(Type.GAUGE, "roce_table_pages", "Pages of the table."),
    TABLE_BYTES(Type.GAUGE, "roce_table_bytes", "Memory of the table's pages, and of those kept for the next."),
    TABLE_MAX_BYTES(Type.GAUGE, "roce_table_max_bytes", "What the table's memory can come to."),

    CACHE_HITS(Type.COUNTER, "roce_qp_cache_hits_total", "Look-ups that found the queue pair in the QP cache."),
    CACHE_MISSES(Type.COUNTER, "roce_qp_cache_misses_total", "Look-ups that did not find it there."),
    CACHE_EVICTIONS(
        Type.COUNTER, "roce_qp_cache_evictions_total", "Contexts that made room for another in the QP cache."),
    CACHE_INVALIDATIONS(
        Type.COUNTER, "roce_qp_cache_invalidations_total",
        "Contexts taken out because their queue pair was destroyed or has gone back to RESET."),
    CACHE_RESIDENT(Type.GAUGE, "roce_qp_cache_resident", "Contexts in the QP cache."),
    CACHE_CAPACITY(Type.GAUGE, "roce_qp_cache_capacity", "Contexts that the QP cache has room for; 0 when it is off."),

    QUARANTINE_HELD(Type.GAUGE, "roce_quarantine_held", "Numbers in quarantine."),
    QUARANTINE_ENTERED(Type.COUNTER, "roce_quarantine_entered_total", "Numbers put into quarantine."),
    QUARANTINE_RELEASED(
        Type.COUNTER, "roce_quarantine_released_total", "Numbers let out, their time and count being over."),
    QUARANTINE_RELEASED_EARLY(
        Type.COUNTER, "roce_quarantine_released_early_total",
        "Numbers let out for want of others, held by nothing but a count."),
    QUARANTINE_STOLEN(
        Type.COUNTER, "roce_quarantine_stolen_total", "Numbers let out for want of others, before their time."),
    QUARANTINE_NEXT(
        Type.GAUGE, "roce_quarantine_next_seconds",
        "Time until the clock frees the next number; absent when it will free none."),

    LANE_RECEIVED(Type.COUNTER, "roce_lane_received_total", "Datagrams that a lane's links delivered.", "lane"),
    LANE_HANDED_OVER(
        Type.COUNTER, "roce_lane_handed_over_total", "Of these, datagrams given to another lane.", "lane"),
    LANE_TAKEN_OVER(
        Type.COUNTER, "roce_lane_taken_over_total", "Datagrams that other lanes received and this one decides.",
        "lane"),
    LANE_DECIDED(Type.COUNTER, "roce_lane_decided_total", "Datagrams that ended in a lane.", "lane"),
    LANE_CPU(Type.COUNTER, "roce_lane_cpu_seconds_total", "Processor time of a lane's thread.", "lane"),
    LANE_ALLOCATED(
        Type.COUNTER, "roce_lane_allocated_bytes_total", "Bytes that a lane's thread has allocated.", "lane"),
    RECEIVE_CALLS(
        Type.COUNTER, "roce_receive_calls_total",
        "System calls that took datagrams from the sockets; absent where nobody counts them.", "address"),
    PROCESS_CPU(Type.COUNTER, "process_cpu_seconds_total", "Processor time of the process.");

    private final Type type;
    private final String title;
    private final String description;
    private final List<String> labels;

    Metric(final Type type, final String title, final String description, final String... labels)
    {
        this.type = type;
        this.title = title;
        this.description = description;
        this.labels = List.of(labels);
    }

    Type type()
    {
        return type;
    }

    /** As it is scraped. */
    String title()
    {
        return title;
    }

    /** What stands behind HELP. */
    String description()
    {
        return description;
    }

    List<String> labels()
    {
        return labels;
    }

    /** What may become of its values. */
    enum Type
    {
        /** Goes up alone. */
        COUNTER("_total"),
        /** Goes up and down. */
        GAUGE(""),
        /** Is 1: the labels tell. */
        INFO("_info");

        private final String suffix;

        Type(final String suffix)
        {
            this.suffix = suffix;
        }

        /** What names of the type end with. */
        String suffix()
        {
            return suffix;
        }
    }
}
