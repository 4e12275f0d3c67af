/* Receives packets and does what a node does for a queue pair without work queues: reads the BTH, verifies the ICRC,
 * finds the queue pair in two levels, counts. Says what came in a line after each burst, which 300 ms of silence end;
 * ends with its standard input, or after an hour.
 * receive ADDRESS PORT GRO FIRST_QPN QPNS */
#include "common.h"

#define MEMINFO_ 55
#define MEMINFO_DROPS 8
#define PAGE 4096
#define SLOT 4200
#define GRO_SLOT 65600
#define MAX_NS 3600000000000LL
#define SILENCE_NS 300000000LL

struct qp
{
    uint32_t qpn, state;
    uint64_t packets, bytes;
    char rest[232];
};

static struct qp **pages[1 << 12];
static uint64_t ok, bad_icrc, no_qp, too_short;

static void make_qp(uint32_t qpn)
{
    struct qp ***page = pages + qpn / PAGE;
    if (!*page)
    {
        *page = calloc(PAGE, sizeof **page);
    }
    struct qp *qp = aligned_alloc(64, 256);
    memset(qp, 0, sizeof *qp);
    qp->qpn = qpn;
    (*page)[qpn % PAGE] = qp;
}

static inline void on_packet(
    const uint8_t *p, int length, const struct sockaddr_in *from, const struct sockaddr_in *local)
{
    if (length < BTH + ICRC || (p[1] & 0x0f) != 0)
    {
        too_short++;
        return;
    }
    uint32_t carried;
    memcpy(&carried, p + length - ICRC, ICRC);
    if (carried != icrc(p, length, from, local))
    {
        bad_icrc++;
        return;
    }
    uint32_t qpn = p[5] << 16 | p[6] << 8 | p[7];
    struct qp **page = pages[qpn / PAGE], *qp = page ? page[qpn % PAGE] : 0;
    if (!qp || qp->qpn != qpn)
    {
        no_qp++;
        return;
    }
    qp->packets++;
    qp->bytes += length;
    ok++;
}

static uint32_t drops(int fd)
{
    uint32_t info[16] = {0};
    socklen_t length = sizeof info;
    getsockopt(fd, SOL_SOCKET, MEMINFO_, info, &length);
    return info[MEMINFO_DROPS];
}

static long switches(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_nvcsw;
}

/* Datagrams of one length in a message; what is behind the last whole one is a shorter one. */
static int segment_length(struct msghdr *m, int length)
{
    for (struct cmsghdr *c = CMSG_FIRSTHDR(m); c; c = CMSG_NXTHDR(m, c))
    {
        if (c->cmsg_level == IPPROTO_UDP && c->cmsg_type == UDP_GRO_)
        {
            int segment;
            memcpy(&segment, CMSG_DATA(c), sizeof segment);
            return segment;
        }
    }
    return length;
}

int main(int ac, char **av)
{
    if (ac != 6)
    {
        return 2;
    }
    struct sockaddr_in local = loopback(av[1], av[2]);
    int is_gro = atoi(av[3]), on = 1, fd = bound_socket(&local);
    uint32_t first = strtoul(av[4], 0, 0), count = strtoul(av[5], 0, 0);
    struct timeval wait = {0, 100000};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    if (is_gro && setsockopt(fd, IPPROTO_UDP, UDP_GRO_, &on, sizeof on))
    {
        perror("UDP_GRO");
        return 1;
    }
    for (uint32_t i = 0; i < count && first + i < 1 << 24; i++)
    {
        make_qp(first + i);
    }
    size_t stride = is_gro ? GRO_SLOT : SLOT;
    uint8_t *slots = malloc(BATCH * stride);
    memset(slots, 0, BATCH * stride);
    struct mmsghdr m[BATCH];
    struct iovec io[BATCH];
    struct sockaddr_in from[BATCH];
    static char control[BATCH][64];
    int64_t end = now_ns() + MAX_NS;
    printf("ready\n");
    fflush(stdout);

    while (now_ns() < end)
    {
        long n = 0, calls = 0, switches_before = switches();
        uint32_t drops_before = drops(fd);
        int64_t cpu_before = cpu_ns(), last = 0;
        ok = bad_icrc = no_qp = too_short = 0;
        while (!n || now_ns() - last < SILENCE_NS)
        {
            for (int i = 0; i < BATCH; i++)
            {
                io[i].iov_base = slots + i * stride;
                io[i].iov_len = stride;
                m[i].msg_hdr = (struct msghdr){.msg_iov = io + i, .msg_iovlen = 1, .msg_name = from + i,
                    .msg_namelen = sizeof from[i], .msg_control = is_gro ? control[i] : 0,
                    .msg_controllen = is_gro ? sizeof control[i] : 0};
            }
            int r = recvmmsg(fd, m, BATCH, MSG_WAITFORONE, 0);
            calls++;
            if (r <= 0)
            {
                if (is_orphan() || now_ns() > end)
                {
                    return 0;
                }
                continue;
            }
            for (int i = 0; i < r; i++)
            {
                int length = m[i].msg_len, segment = is_gro ? segment_length(&m[i].msg_hdr, length) : length;
                int offset = 0;
                do
                {
                    int one = length - offset < segment ? length - offset : segment;
                    on_packet(slots + i * stride + offset, one, from + i, &local);
                    offset += segment;
                    n++;
                }
                while (offset < length);
            }
            last = now_ns();
        }
        printf("n=%ld ok=%lu bad_icrc=%lu no_qp=%lu short=%lu drops=%u cpu_ns=%lld calls=%ld switches=%ld\n", n, ok,
            bad_icrc, no_qp, too_short, drops(fd) - drops_before, (long long)(cpu_ns() - cpu_before), calls,
            switches() - switches_before);
        fflush(stdout);
    }
    return 0;
}
