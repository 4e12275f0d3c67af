package io.roce.nic;

import io.roce.nic.admin.AdminConfig;
import io.roce.nic.fault.FaultConfig;
import io.roce.nic.lane.LanesConfig;
import io.roce.nic.lane.QpCacheConfig;
import io.roce.nic.lane.QpnPolicies;
import io.roce.nic.lane.QpnShards;
import io.roce.nic.lane.QueuePairsConfig;
import io.roce.nic.lane.ResetHold;
import io.roce.nic.link.Addresses;
import io.roce.nic.link.GsoMode;
import io.roce.nic.link.LinkKind;
import io.roce.nic.link.Port;
import io.roce.nic.link.Ports;
import io.roce.nic.qp.QpTableKind;
import io.roce.nic.qpn.AllocationOrder;
import io.roce.nic.qpn.QuarantinePolicy;
import io.roce.nic.qpn.QuarantinePressure;
import io.roce.nic.record.RecordConfig;
import io.roce.nic.transport.Profile;
import io.roce.wire.icrc.Envelope;
import io.roce.wire.icrc.IcrcMode;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Collections;
import java.util.concurrent.TimeUnit;

/**
 * What a node is built from. Every setter returns this; {@link NicNode#open} checks the whole.
 */
public final class NicNodeConfig
{
    /** First number that is handed out: the ones below are left alone, as the Linux kernel's stack does. */
    public static final int FIRST_QPN_DEFAULT = 0x11;

    /** Last number that is handed out. */
    public static final int LAST_QPN_DEFAULT = 0xFF_FFFE;

    /** Queue pairs that may live at once: 256 MiB of records. */
    public static final int MAX_QPS_DEFAULT = 1 << 20;

    /**
     * How long the peer of a destroyed queue pair may still transmit with the usual values timeout 14 and retry_cnt 7:
     * 8 transmissions x 4.096 us x 2^14 x 4 (hardware may wait up to four times as long as it is told) = 2.147 s.
     */
    public static final long QUARANTINE_NS_DEFAULT = 8 * (4_096L << 14) * 4;

    /**
     * How long a number is held back by {@code auto} where nothing ends the peer's retries: as long as most people wait
     * before they restart a peer that hangs.
     */
    public static final long QUARANTINE_CAP_NS_DEFAULT = TimeUnit.SECONDS.toNanos(60);

    /**
     * How long a packet may be on its way: what Linux assumes of RoCE networks when it sets up connections, code 16,
     * which is 4.096 us x 2^16 = 268 ms. Far more than any cable and switch, and enough for a socket's full receive
     * buffer. 0 would leave UC and UD, whose requesters have no timer, without quarantine.
     */
    public static final long PACKET_LIFETIME_NS_DEFAULT = 4_096L << 16;

    /** Sets of the QP cache. */
    public static final int CACHE_SETS_DEFAULT = 256;

    /** Handles in one set of the QP cache. */
    public static final int CACHE_WAYS_DEFAULT = 4;

    /** Drops that are kept to be asked about. */
    public static final int DROPS_DEFAULT = 1_024;

    /** Drops that can be kept: some 17 MiB. */
    public static final int DROPS_MAX = 65_536;

    /** What is asked of the system for the socket's receive buffer. */
    public static final int RECEIVE_BUFFER_BYTES_DEFAULT = 4 << 20;

    /** Protection domains, memory regions and completion queues that a node can have at once. */
    static final int MAX_PDS = 1 << 16;
    static final int MAX_MRS = 1 << 20;
    static final int MAX_CQS = 1 << 16;

    /** Largest receive buffer that is asked for. */
    static final int RECEIVE_BUFFER_BYTES_MAX = 1 << 30;

    private Ports ports =
        Ports.of(Port.of(1, new InetSocketAddress(InetAddress.getLoopbackAddress(), Envelope.ROCE_PORT)));
    private InetSocketAddress admin;
    private String adminToken;
    private int firstQpn = FIRST_QPN_DEFAULT;
    private int lastQpn = LAST_QPN_DEFAULT;
    private int maxQps = MAX_QPS_DEFAULT;
    private AllocationOrder allocation = AllocationOrder.CYCLIC;
    private QuarantinePolicy quarantine = QuarantinePolicy.ofTime(QUARANTINE_NS_DEFAULT);
    private QuarantinePressure pressure = QuarantinePressure.STRICT;
    private ResetHold resetHold = ResetHold.ALLOW;
    private long quarantineCapNs = QUARANTINE_CAP_NS_DEFAULT;
    private long packetLifetimeNs = PACKET_LIFETIME_NS_DEFAULT;
    private QpTableKind table = QpTableKind.TWO_LEVEL;
    private QpCacheConfig cache = new QpCacheConfig(CACHE_SETS_DEFAULT, CACHE_WAYS_DEFAULT);
    private IcrcMode icrcMode = IcrcMode.INFER;
    private Profile profile = Profile.IBTA;
    private LinkKind link = LinkKind.AUTO;
    private GsoMode gso = GsoMode.OFF;
    private String ingress;
    private int receiveBufferBytes = RECEIVE_BUFFER_BYTES_DEFAULT;
    private FaultConfig faults = FaultConfig.NONE;
    private int drops = DROPS_DEFAULT;
    private RecordConfig record = RecordConfig.NONE;
    private LanesConfig lanes = LanesConfig.ONE;

    /**
     * One port with one address, the default P_Key and the largest MTU: a concrete address, since the ICRC covers it;
     * UDP port 0 for any.
     *
     * @throws IllegalArgumentException as {@link NicNode#open}.
     */
    public NicNodeConfig bind(final InetSocketAddress bind)
    {
        return ports(Ports.of(Port.of(1, Collections.singletonList(bind))));
    }

    /** Where data is received, and what queue pairs can be at; {@link #bind} is the short way for one address. */
    public NicNodeConfig ports(final Ports ports)
    {
        this.ports = ports;
        return this;
    }

    public Ports ports()
    {
        return ports;
    }

    /**
     * Address and port of the admin API; null for the first address of the data and its port, over TCP; port 0 for any.
     */
    public NicNodeConfig admin(final InetSocketAddress admin)
    {
        this.admin = admin;
        return this;
    }

    public InetSocketAddress admin()
    {
        return admin;
    }

    /** What admin requests must carry as a bearer token; needed when the admin address is not a loopback one. */
    public NicNodeConfig adminToken(final String adminToken)
    {
        this.adminToken = adminToken;
        return this;
    }

    public String adminToken()
    {
        return adminToken;
    }

    /** The pool that numbers are handed out from, both ends included. */
    public NicNodeConfig qpns(final int firstQpn, final int lastQpn)
    {
        this.firstQpn = firstQpn;
        this.lastQpn = lastQpn;
        return this;
    }

    public int firstQpn()
    {
        return firstQpn;
    }

    public int lastQpn()
    {
        return lastQpn;
    }

    /** Queue pairs that may live at once. */
    public NicNodeConfig maxQps(final int maxQps)
    {
        this.maxQps = maxQps;
        return this;
    }

    public int maxQps()
    {
        return maxQps;
    }

    /** Which of the free numbers is handed out next. */
    public NicNodeConfig allocation(final AllocationOrder allocation)
    {
        this.allocation = allocation;
        return this;
    }

    public AllocationOrder allocation()
    {
        return allocation;
    }

    /** How long the number of a destroyed queue pair is held back. */
    public NicNodeConfig quarantine(final QuarantinePolicy quarantine)
    {
        this.quarantine = quarantine;
        return this;
    }

    public QuarantinePolicy quarantine()
    {
        return quarantine;
    }

    /** What happens when the numbers that are asked for are held back. */
    public NicNodeConfig pressure(final QuarantinePressure pressure)
    {
        this.pressure = pressure;
        return this;
    }

    public QuarantinePressure pressure()
    {
        return pressure;
    }

    /** What happens when a queue pair leaves RESET while the peer of its last connection may still transmit. */
    public NicNodeConfig resetHold(final ResetHold resetHold)
    {
        this.resetHold = resetHold;
        return this;
    }

    public ResetHold resetHold()
    {
        return resetHold;
    }

    /** The time of a quarantine {@code auto} where nothing ends the peer's retries. */
    public NicNodeConfig quarantineCapNs(final long quarantineCapNs)
    {
        this.quarantineCapNs = quarantineCapNs;
        return this;
    }

    public long quarantineCapNs()
    {
        return quarantineCapNs;
    }

    /** How long a packet may be on its way, for a quarantine {@code auto}. */
    public NicNodeConfig packetLifetimeNs(final long packetLifetimeNs)
    {
        this.packetLifetimeNs = packetLifetimeNs;
        return this;
    }

    public long packetLifetimeNs()
    {
        return packetLifetimeNs;
    }

    /** How the QP table gets from a number to its record. */
    public NicNodeConfig table(final QpTableKind table)
    {
        this.table = table;
        return this;
    }

    public QpTableKind table()
    {
        return table;
    }

    /** Size and kind of the QP cache; {@link QpCacheConfig#OFF} for none. */
    public NicNodeConfig cache(final QpCacheConfig cache)
    {
        this.cache = cache;
        return this;
    }

    public QpCacheConfig cache()
    {
        return cache;
    }

    /** Whose behaviour served queue pairs show where the standard and what is in use differ. */
    public NicNodeConfig profile(final Profile profile)
    {
        this.profile = profile;
        return this;
    }

    public Profile profile()
    {
        return profile;
    }

    public NicNodeConfig icrcMode(final IcrcMode icrcMode)
    {
        this.icrcMode = icrcMode;
        return this;
    }

    public IcrcMode icrcMode()
    {
        return icrcMode;
    }

    public NicNodeConfig link(final LinkKind link)
    {
        this.link = link;
        return this;
    }

    public LinkKind link()
    {
        return link;
    }

    /** Of {@link LinkKind#MMSG}: whether datagrams leave in pieces of several. */
    public NicNodeConfig gso(final GsoMode gso)
    {
        this.gso = gso;
        return this;
    }

    public GsoMode gso()
    {
        return gso;
    }

    /**
     * The network interface that datagrams are read from by a capture, with the IP header as it was, instead of from
     * the sockets; null for the sockets. Sent is by the sockets in any case.
     */
    public NicNodeConfig ingress(final String ingress)
    {
        this.ingress = ingress;
        return this;
    }

    public String ingress()
    {
        return ingress;
    }

    public NicNodeConfig receiveBufferBytes(final int receiveBufferBytes)
    {
        this.receiveBufferBytes = receiveBufferBytes;
        return this;
    }

    public int receiveBufferBytes()
    {
        return receiveBufferBytes;
    }

    /** What goes wrong on purpose; {@link io.roce.nic.lane.Lane#faults()} takes others while the node runs. */
    public NicNodeConfig faults(final FaultConfig faults)
    {
        this.faults = faults;
        return this;
    }

    public FaultConfig faults()
    {
        return faults;
    }

    /** How many of the last datagrams that were dropped are kept, with the reason; 0 for none. */
    public NicNodeConfig drops(final int drops)
    {
        this.drops = drops;
        return this;
    }

    public int drops()
    {
        return drops;
    }

    /** What is recorded and where to; {@link io.roce.nic.lane.Lane#recorder()} is switched while the node runs. */
    public NicNodeConfig record(final RecordConfig record)
    {
        this.record = record;
        return this;
    }

    public RecordConfig record()
    {
        return record;
    }

    /** Event loops that share the work; more than one neither read a capture nor record. */
    public NicNodeConfig lanes(final LanesConfig lanes)
    {
        this.lanes = lanes;
        return this;
    }

    public LanesConfig lanes()
    {
        return lanes;
    }

    /**
     * Checks every knob and what they must be to each other.
     *
     * @throws IllegalArgumentException one sentence that begins with the knob and says its value and its bounds.
     */
    void validate()
    {
        validateAdapter();
        if (admin != null)
        {
            Addresses.requireConcrete("admin", admin);
        }
        adminApi();
        require(link != null, "link must be set");
        require(gso != null, "gso must be set");
        require(record != null, "record must be set");
        require(lanes != null, "lanes must be set");
        shards();
        final String several = "lanes must be 1 where one event loop takes what a capture shows, or is recorded: ";
        require(lanes.count() == 1 || ingress == null && record.file() == null, several + lanes.count());
        require(
            receiveBufferBytes >= 1 && receiveBufferBytes <= RECEIVE_BUFFER_BYTES_MAX,
            "receiveBufferBytes must be 1 to " + RECEIVE_BUFFER_BYTES_MAX + ": " + receiveBufferBytes);
    }

    /** How ICRCs are verified: nothing is to be inferred where the whole IP header is seen. */
    IcrcMode verifyingMode()
    {
        return ingress != null && icrcMode != IcrcMode.OFF ? IcrcMode.STRICT : icrcMode;
    }

    /**
     * Checks what is not of the admin API and of sockets.
     *
     * @throws IllegalArgumentException as {@link #validate()}.
     */
    void validateAdapter()
    {
        require(ports != null, "ports must be set");
        queuePairs();
        require(icrcMode != null, "icrcMode must be set");
        require(profile != null, "profile must be set");
        require(faults != null, "faults must be set");
        require(drops >= 0 && drops <= DROPS_MAX, "drops must be 0 to " + DROPS_MAX + ": " + drops);
    }

    /**
     * The part that the admin API is served by, which checks itself; the addresses have been checked.
     *
     * @throws IllegalArgumentException as {@link #validate()}.
     */
    AdminConfig adminApi()
    {
        return new AdminConfig(admin == null ? ports.first() : admin, adminToken);
    }

    /** Which lane has which numbers; checked as by {@link #validate()}. */
    QpnShards shards()
    {
        return QpnShards.of(firstQpn, lastQpn, lanes.count());
    }

    /**
     * The part that the queue pairs are built from, which checks itself.
     *
     * @throws IllegalArgumentException as {@link #validate()}.
     */
    QueuePairsConfig queuePairs()
    {
        return queuePairs(firstQpn, lastQpn);
    }

    /** The same of one lane, with its numbers. */
    QueuePairsConfig queuePairs(final int firstQpn, final int lastQpn)
    {
        return new QueuePairsConfig(
            firstQpn,
            lastQpn,
            maxQps,
            new QpnPolicies(allocation, quarantine, pressure, resetHold, quarantineCapNs, packetLifetimeNs),
            table,
            cache,
            ports);
    }

    private static void require(final boolean isRight, final String sentence)
    {
        if (!isRight)
        {
            throw new IllegalArgumentException(sentence);
        }
    }
}
