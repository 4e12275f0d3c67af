package io.roce.tools.adapter;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.roce.nic.link.GidEntry;
import io.roce.nic.memory.AccessFlag;
import io.roce.nic.memory.MemoryRegion;
import io.roce.nic.memory.ProtectionDomain;
import io.roce.nic.qp.QpType;
import io.roce.nic.transport.QpInit;
import io.roce.nic.verbs.Qp;
import io.roce.nic.work.QpCap;
import io.roce.nic.work.RecvWr;
import io.roce.nic.work.SendWr;
import io.roce.nic.work.WcStatus;
import io.roce.nic.work.WorkCompletion;
import io.roce.nic.work.WrOpcode;
import io.roce.tools.cli.CommandFailedException;
import io.roce.tools.cli.CommandLines;
import io.roce.tools.node.TrafficDefaults;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.ParameterException;

/** Adapters as commands open them, and messages between two of them. */
@Timeout(60)
class AdapterTest
{
    private static final int LENGTH = 5_000;
    private static final int DATAGRAM_LENGTH = 1_000;
    private static final int GRH_LENGTH = 40;
    private static final int PSN = 0xFF_FFFF;
    private static final long LONG_NS = TimeUnit.SECONDS.toNanos(30);

    private End a;
    private End b;

    @BeforeEach
    void open()
    {
        a = End.open("127.95.0.1");
        b = End.open("127.95.0.2");
    }

    @AfterEach
    void close()
    {
        a.adapter().close();
        b.adapter().close();
    }

    @ParameterizedTest
    @EnumSource(QpType.class)
    void shouldBringQueuePairsUpAndSendBetweenThem(final QpType type)
    {
        final int length = type == QpType.UD ? DATAGRAM_LENGTH : LENGTH;
        final int headroom = type == QpType.UD ? GRH_LENGTH : 0;
        final Qp from = a.connect(type, b);
        final Qp to = b.connect(type, a);
        final byte[] sent = a.fill(length);
        b.recv(to, length + headroom);

        a.send(from, type, length, b.gid(), to.qpn());

        final WorkCompletion completion = new WorkCompletion();
        assertTrue(a.completions().await(completion, LONG_NS));
        assertEquals(WcStatus.SUCCESS, completion.status());
        assertTrue(b.completions().await(completion, LONG_NS));
        assertEquals(WcStatus.SUCCESS, completion.status());
        assertEquals(length + headroom, completion.byteLen());
        assertArrayEquals(sent, b.bytes(headroom, length));
    }

    @Test
    void shouldWakeWhoSleepsUntilACompletionComes() throws Exception
    {
        final Qp from = a.connect(QpType.RC, b);
        final Qp to = b.connect(QpType.RC, a);
        b.recv(to, LENGTH);
        final WorkCompletion completion = new WorkCompletion();
        final CompletableFuture<Thread> waiting = new CompletableFuture<>();
        final CompletableFuture<Boolean> received = CompletableFuture.supplyAsync(() ->
        {
            waiting.complete(Thread.currentThread());
            return b.completions().await(completion, Long.MAX_VALUE);
        });
        while (waiting.get().getState() != Thread.State.TIMED_WAITING)
        {
            Thread.onSpinWait();
        }

        a.send(from, QpType.RC, LENGTH, b.gid(), to.qpn());

        assertTrue(received.get());
        assertEquals(LENGTH, completion.byteLen());
    }

    @Test
    void shouldWaitNoLongerThanToldTo()
    {
        final long startNs = System.nanoTime();
        assertFalse(a.completions().await(new WorkCompletion(), TimeUnit.MILLISECONDS.toNanos(20)));
        assertTrue(System.nanoTime() - startNs >= TimeUnit.MILLISECONDS.toNanos(20));
    }

    @Test
    void shouldSayWhyAVerbIsRefused()
    {
        final Qp qp = a.create(QpType.RC);
        assertEquals(
            "RC queue pairs do not go from RESET to RTS",
            assertThrows(CommandFailedException.class, () -> new BringUp(QpType.RC, a.gid()).toRts(qp, PSN))
                .getMessage());
    }

    @Test
    void shouldHaveThePortAndTheGidThatWereChosen()
    {
        final AdapterOptions options = options("-d", "127.95.0.3", "--bind", "127.95.0.4,::1", "-i", "2");
        assertEquals(2, options.port().portNum());
        assertEquals("/127.95.0.4:4791", options.gid("-g", 0).udp().toString());
        assertEquals(1, options.gid("-g", 1).gidIndex());
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {
        "-d 127.95.0.3 -i 2; --ib-port 2 is out of range: the adapter has port 1 alone",
        "-d 127.95.0.3 -d 127.95.0.4 -i 0; --ib-port 0 is out of range: the adapter has ports 1 to 2",
        "-d 127.95.0.3 -d 127.95.0.3; bind has 127.95.0.3 twice: an address is one GID of one port",
    })
    void shouldRefusePortsThatAreNotThere(final String arguments, final String sentence)
    {
        final AdapterOptions options = options(arguments.split(" "));
        assertEquals(sentence, assertThrows(ParameterException.class, options::port).getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        "1, -x 1 is out of range: the GID table of port 1 has index 0 alone",
        "-1, -x -1 is out of range: the GID table of port 1 has index 0 alone"
    })
    void shouldRefuseAGidThatIsNotThere(final int index, final String sentence)
    {
        final AdapterOptions options = options("-d", "127.95.0.3");
        assertEquals(
            sentence, assertThrows(ParameterException.class, () -> options.gid("-x", index)).getMessage());
    }

    @Test
    void shouldNotOfferItsAdminApiToAnybodyUnlessTold()
    {
        assertTrue(options("-d", "127.95.0.3").config().adminToken().length() > 30);
        assertEquals(
            "/127.95.0.4:4791", options("-d", "127.95.0.3", "--admin", "127.95.0.4").config().admin().toString());
    }

    /** Linux' software RoCE has these MTUs: 1024 on Ethernet, 4096 where there is room for it and 80 bytes more. */
    @ParameterizedTest
    @CsvSource({"1500, 1024", "4400, 4096", "4176, 4096", "4175, 2048", "65536, 4096", "1280, 1024", "300, 256"})
    void shouldHaveTheMtuThatTheInterfaceHasRoomFor(final int interfaceMtu, final int activeMtu)
    {
        assertEquals(activeMtu, InterfaceMtu.fitting(interfaceMtu));
    }

    private static AdapterOptions options(final String... arguments)
    {
        final Tool tool = new Tool();
        CommandLines.configure(new CommandLine(tool)).parseArgs(arguments);
        return tool.options;
    }

    /** A command that is an adapter. */
    @Command(name = "tool", defaultValueProvider = TrafficDefaults.class)
    private static final class Tool
    {
        @Mixin
        private AdapterOptions options;
    }

    /** One of two adapters, with memory and a completion queue whose waits sleep at once. */
    private record End(
        Adapter adapter,
        GidEntry gid,
        ProtectionDomain pd,
        ByteBuffer memory,
        MemoryRegion region,
        Completions completions)
    {
        static End open(final String address)
        {
            final AdapterOptions options = options("--bind", address);
            final Adapter adapter = options.open();
            final ProtectionDomain pd = adapter.allocPd();
            final ByteBuffer memory = ByteBuffer.allocateDirect(LENGTH + GRH_LENGTH);
            return new End(
                adapter,
                options.gid("-g", 0),
                pd,
                memory,
                adapter.regMr(pd, memory, AccessFlag.LOCAL_WRITE.bit()),
                Completions.create(adapter, 2, Duration.ZERO));
        }

        Qp create(final QpType type)
        {
            return adapter.createQp(
                type, new QpInit(pd, new QpCap(1, 1, 1, 1, 0), true, completions.cq(), completions.cq()));
        }

        /** A queue pair in RTS, whose peer is the one that the other end makes next: its first. */
        Qp connect(final QpType type, final End peer)
        {
            final Qp qp = create(type);
            final BringUp bringUp = new BringUp(type, gid);
            bringUp.toInit(qp);
            bringUp.toRtr(qp, new QpAddress(peer.gid.udp().getAddress(), qp.qpn(), PSN));
            bringUp.toRts(qp, PSN);
            return qp;
        }

        byte[] fill(final int length)
        {
            final byte[] bytes = new byte[length];
            for (int i = 0; i < length; i++)
            {
                bytes[i] = (byte)(i * 31 + 1);
            }
            memory.put(0, bytes);
            return bytes;
        }

        byte[] bytes(final int offset, final int length)
        {
            final byte[] bytes = new byte[length];
            memory.get(offset, bytes);
            return bytes;
        }

        void recv(final Qp qp, final int length)
        {
            try
            {
                assertTrue(qp.postRecv(new RecvWr().wrId(1).sge(region.addr(), length, region.lkey())));
            }
            catch (final Exception e)
            {
                throw new AssertionError(e);
            }
        }

        void send(final Qp qp, final QpType type, final int length, final GidEntry to, final int toQpn)
        {
            final SendWr wr = new SendWr().wrId(2).opcode(WrOpcode.SEND).sge(region.addr(), length, region.lkey());
            try
            {
                assertTrue(qp.postSend(
                    type == QpType.UD ? wr.destination(to.udp().getAddress(), toQpn, BringUp.QKEY) : wr));
            }
            catch (final Exception e)
            {
                throw new AssertionError(e);
            }
        }
    }
}
