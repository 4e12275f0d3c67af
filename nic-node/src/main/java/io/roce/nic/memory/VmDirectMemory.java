package io.roce.nic.memory;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;

import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.management.VMOption;

/**
 * The direct memory of the virtual machine, as far as its own limit goes ({@code -XX:MaxDirectMemorySize}, else the
 * largest heap). The virtual machine says no only after it has collected garbage and slept, half a second in all, which
 * a lane must not wait for; so what is left is reckoned here. Whoever else in the process takes direct memory counts.
 * Any thread.
 */
public final class VmDirectMemory implements DirectMemory
{
    public static final DirectMemory INSTANCE = new VmDirectMemory();

    /** What sockets are left, at the most: a receive buffer of 64 datagrams and a chunk of Netty's for each thread. */
    private static final long RESERVE_MAX = 16 << 20;
    private static final int RESERVE_PART = 4;

    private final BufferPoolMXBean used = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .findFirst()
        .orElseThrow();
    private final long limit;

    private VmDirectMemory()
    {
        final VMOption option = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
            .getVMOption("MaxDirectMemorySize");
        final long vmLimit = option.getOrigin() == VMOption.Origin.DEFAULT ?
            Runtime.getRuntime().maxMemory() :
            Long.parseLong(option.getValue());
        limit = vmLimit - Math.min(RESERVE_MAX, vmLimit / RESERVE_PART);
    }

    @Override
    public ByteBuffer allocate(final int length)
    {
        return ByteBuffer.allocateDirect(length);
    }

    @Override
    public long left()
    {
        return Math.max(0, limit - used.getTotalCapacity());
    }
}
