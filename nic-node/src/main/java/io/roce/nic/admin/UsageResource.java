package io.roce.nic.admin;

import com.fasterxml.jackson.core.JsonGenerator;
import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import io.roce.nic.lane.Lane;
import io.roce.nic.link.Addresses;
import io.roce.nic.link.LinkFigures;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What the node takes of the machine: processor time, allocated bytes, system calls; all of it since its start. */
final class UsageResource
{
    private final OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    private final ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
    private final Lane lane;

    UsageResource(final Lane lane)
    {
        this.lane = lane;
    }

    CompletableFuture<Answer> show()
    {
        return lane.submit(() ->
        {
            final Thread laneThread = Thread.currentThread();
            final List<LinkFigures> links = lane.linkFigures();
            // The lane's thread is asked about from another, so that asking costs it nothing.
            return Answer.ok(json -> write(json, laneThread, links));
        });
    }

    private void write(final JsonGenerator json, final Thread laneThread, final List<LinkFigures> links)
        throws IOException
    {
        json.writeStartObject();
        json.writeObjectFieldStart("process");
        json.writeNumberField("pid", ProcessHandle.current().pid());
        writeKnown(json, "cpu_ns", system.getProcessCpuTime());
        json.writeEndObject();
        json.writeObjectFieldStart("lane");
        json.writeStringField("thread", laneThread.getName());
        writeKnown(json, "cpu_ns", threads.getThreadCpuTime(laneThread.getId()));
        writeKnown(json, "allocated_bytes", threads.getThreadAllocatedBytes(laneThread.getId()));
        json.writeEndObject();
        json.writeArrayFieldStart("links");
        for (final LinkFigures link : links)
        {
            json.writeStartObject();
            json.writeStringField("udp", Addresses.format(link.udp()));
            writeKnown(json, "receive_calls", link.receiveCalls());
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
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
