package io.roce.nic.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.roce.nic.lane.LanesFigures;
import io.roce.nic.link.Addresses;
import io.roce.nic.link.LinkFigures;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * What the node takes of the machine, as JSON: processor time, allocated bytes, system calls; all of it since its
 * start. The lanes' threads are asked about from another, so that asking costs them nothing.
 */
final class UsageJson
{
    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

    /** Thread and links of a lane. */
    record State(Thread thread, List<LinkFigures> links)
    {
    }

    void write(final JsonGenerator json, final List<State> states) throws IOException
    {
        json.writeStartObject();
        json.writeObjectFieldStart("process");
        json.writeNumberField("pid", ProcessHandle.current().pid());
        writeKnown(json, "cpu_ns", system.getProcessCpuTime());
        json.writeEndObject();
        json.writeObjectFieldStart("lane");
        writeThreads(json, states);
        json.writeEndObject();
        if (states.size() > 1)
        {
            json.writeArrayFieldStart("lanes");
            for (final State state : states)
            {
                json.writeStartObject();
                writeThreads(json, List.of(state));
                json.writeEndObject();
            }
            json.writeEndArray();
        }
        json.writeArrayFieldStart("links");
        for (final LinkFigures link : states.stream().map(State::links).reduce(LanesFigures::plus).orElseThrow())
        {
            json.writeStartObject();
            json.writeStringField("udp", Addresses.format(link.udp()));
            writeKnown(json, "receive_calls", link.receiveCalls());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    /** Of several threads the names, and what they have taken together. */
    private void writeThreads(final JsonGenerator json, final List<State> states) throws IOException
    {
        json.writeStringField(
            "thread", states.stream().map(state -> state.thread().getName()).collect(Collectors.joining(", ")));
        writeKnown(json, "cpu_ns", sum(states, threads::getThreadCpuTime));
        writeKnown(json, "allocated_bytes", sum(states, threads::getThreadAllocatedBytes));
    }

    private static long sum(final List<State> states, final LongUnaryOperator figure)
    {
        final long[] figures =
            states.stream().mapToLong(state -> figure.applyAsLong(state.thread().getId())).toArray();
        return LongStream.of(figures).anyMatch(each -> each < 0) ? -1 : LongStream.of(figures).sum();
    }

    /** Null for what the virtual machine, or the link, does not say, which is negative. */
    private static void writeKnown(final JsonGenerator json, final String field, final long value) throws IOException
    {
        if (value < 0)
        {
            json.writeNullField(field);
        }
        else
        {
            json.writeNumberField(field, value);
        }
    }
}
