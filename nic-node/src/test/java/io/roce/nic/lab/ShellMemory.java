package io.roce.nic.lab;

import io.roce.nic.lane.Lane;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.MemoryRegions;
import io.roce.nic.memory.MrInit;
import io.roce.nic.memory.ProtectionDomain;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.function.IntUnaryOperator;

/** The one region that a {@link VerbsShell} works with, and the commands that write and read its bytes. */
final class ShellMemory
{
    private final Lane lane;
    private final ProtectionDomain pd;
    private ByteBuffer bytes = ByteBuffer.allocateDirect(0);
    private MemoryRegion mr;

    ShellMemory(final Lane lane, final ProtectionDomain pd)
    {
        this.lane = lane;
        this.pd = pd;
    }

    /** In place of the region that there is. Each byte tells its place. */
    MemoryRegion register(final int length, final int access)
    {
        bytes = ByteBuffer.allocateDirect(length);
        for (int i = 0; i < length; i++)
        {
            bytes.put(i, (byte)i);
        }
        final MrInit init = new MrInit(bytes, access).invalidatable();
        mr = lane.submit(() ->
        {
            final MemoryRegions regions = lane.queuePairs().resources().regions();
            if (mr != null)
            {
                regions.deregMr(mr);
            }
            return regions.regMr(pd, init);
        }).join();
        return mr;
    }

    /** @throws IllegalStateException there is none yet. */
    MemoryRegion region()
    {
        if (mr == null)
        {
            throw new IllegalStateException("no mr");
        }
        return mr;
    }

    String fill(final CommandLine line)
    {
        write(line, constant(line));
        return "";
    }

    String pattern(final CommandLine line)
    {
        write(line, sequence(line));
        return "";
    }

    /** Refuses bytes that are not what {@link #fill} or {@link #pattern} would write there. */
    String check(final CommandLine line)
    {
        final IntUnaryOperator expected = line.text("byte", null) == null ? sequence(line) : constant(line);
        final byte[] found = read(line);
        for (int i = 0; i < found.length; i++)
        {
            final byte wanted = (byte)expected.applyAsInt(i);
            if (found[i] != wanted)
            {
                throw new IllegalStateException(
                    "byte %d of %d is 0x%02x, not 0x%02x".formatted(i, found.length, found[i], wanted));
            }
        }
        return "";
    }

    String dump(final CommandLine line)
    {
        return "hex=" + HexFormat.of().formatHex(read(line));
    }

    private void write(final CommandLine line, final IntUnaryOperator value)
    {
        final byte[] written = new byte[line.integer("len", 16)];
        for (int i = 0; i < written.length; i++)
        {
            written[i] = (byte)value.applyAsInt(i);
        }
        bytes.put(line.integer("off", 0), written);
    }

    private byte[] read(final CommandLine line)
    {
        final byte[] read = new byte[line.integer("len", 16)];
        bytes.get(line.integer("off", 0), read);
        return read;
    }

    private static IntUnaryOperator constant(final CommandLine line)
    {
        final int value = line.integer("byte", 0);
        return i -> value;
    }

    /** Repeats after a length that no MTU divides. */
    private static IntUnaryOperator sequence(final CommandLine line)
    {
        final int seed = line.integer("seed", 0);
        return i -> i * 31 + i / 251 + seed;
    }
}
