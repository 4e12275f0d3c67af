/* Sends packets to one address as fast as it can, or paced, with the right ICRC; at most 40 million, for at most 20 s.
 * flood TO PORT FROM LENGTH COUNT s|g PACKETS_PER_SECOND FIRST_QPN QPNS FRESH
 *   s: sendmmsg, 64 packets in a call; g: UDP_SEGMENT, up to 64 packets and 60,000 bytes in a call
 *   FRESH 1: payload is copied and the ICRC computed for each packet as it is sent; 0: both lie ready */
#include "common.h"

#define SLOTS 4096
#define MAX_COUNT 40000000
#define MAX_NS 20000000000LL
#define GSO_BYTES 60000

#ifndef WITH_ISAL
static uint32_t crc_table[256];

static void make_table(void)
{
    for (uint32_t i = 0; i < 256; i++)
    {
        uint32_t c = i;
        for (int bit = 0; bit < 8; bit++)
        {
            c = c & 1 ? 0xEDB88320u ^ c >> 1 : c >> 1;
        }
        crc_table[i] = c;
    }
}

static uint32_t crc(uint32_t c, const uint8_t *p, int n)
{
    while (n-- > 0)
    {
        c = crc_table[(c ^ *p++) & 255] ^ c >> 8;
    }
    return c;
}

static uint32_t icrc(const uint8_t *packet, int length, const struct sockaddr_in *from, const struct sockaddr_in *to)
{
    uint8_t h[PREFIX];
    icrc_prefix(h, packet, length, from, to);
    return ~crc(crc(~0u, h, PREFIX), packet + BTH, length - BTH - ICRC);
}
#endif

static void write_icrc(uint8_t *packet, int length, const struct sockaddr_in *from, const struct sockaddr_in *to)
{
    uint32_t c = icrc(packet, length, from, to);
    memcpy(packet + length - ICRC, &c, ICRC);
}

int main(int ac, char **av)
{
    if (ac != 11)
    {
        return 2;
    }
#ifndef WITH_ISAL
    make_table();
#endif
    struct sockaddr_in to = loopback(av[1], av[2]), from = loopback(av[3], "0");
    int length = atoi(av[4]), is_gso = av[6][0] == 'g', is_fresh = atoi(av[10]);
    long count = atol(av[5]), qpns = atol(av[9]);
    uint32_t first_qpn = strtoul(av[8], 0, 0);
    double rate = atof(av[7]);
    if (length < BTH + ICRC || length > 8192 || count < 1 || count > MAX_COUNT || qpns < 1)
    {
        return 2;
    }
    int fd = bound_socket(&from);
    socklen_t from_length = sizeof from;
    getsockname(fd, (struct sockaddr *)&from, &from_length);
    int batch = is_gso && GSO_BYTES / length < BATCH ? GSO_BYTES / length : BATCH;
    if (is_gso && setsockopt(fd, IPPROTO_UDP, UDP_SEGMENT_, &length, sizeof length))
    {
        perror("UDP_SEGMENT");
        return 1;
    }

    int slots = SLOTS - SLOTS % batch;
    uint8_t *pool = malloc((size_t)slots * length), *payload = malloc(length);
    for (int i = 0; i < length; i++)
    {
        payload[i] = i * 7;
    }
    for (int i = 0; i < slots; i++)
    {
        uint8_t *p = pool + (size_t)i * length;
        uint32_t qpn = first_qpn + (uint32_t)((uint64_t)i * 2654435761u % qpns);
        memcpy(p, payload, length);
        memset(p, 0, BTH);
        p[0] = SEND_ONLY;
        p[2] = p[3] = 0xff;
        p[5] = qpn >> 16;
        p[6] = qpn >> 8;
        p[7] = qpn;
        p[10] = i >> 8;
        p[11] = i;
        write_icrc(p, length, &from, &to);
    }

    struct mmsghdr m[BATCH];
    struct iovec io[BATCH];
    memset(m, 0, sizeof m);
    for (int i = 0; i < BATCH; i++)
    {
        m[i].msg_hdr.msg_iov = io + i;
        m[i].msg_hdr.msg_iovlen = 1;
        m[i].msg_hdr.msg_name = &to;
        m[i].msg_hdr.msg_namelen = sizeof to;
        io[i].iov_len = is_gso ? (size_t)batch * length : (size_t)length;
    }
    long sent = 0, calls = 0, errors = 0;
    int slot = 0;
    int64_t start = now_ns(), cpu_start = cpu_ns(), end = start + MAX_NS;
    while (sent < count)
    {
        uint8_t *p = pool + (size_t)slot * length;
        for (int i = 0; is_fresh && i < batch; i++)
        {
            memcpy(p + (size_t)i * length + BTH, payload + BTH, length - BTH - ICRC);
            write_icrc(p + (size_t)i * length, length, &from, &to);
        }
        int n;
        if (is_gso)
        {
            io[0].iov_base = p;
            n = sendmsg(fd, &m[0].msg_hdr, 0) < 0 ? -1 : batch;
        }
        else
        {
            for (int i = 0; i < batch; i++)
            {
                io[i].iov_base = p + (size_t)i * length;
            }
            n = sendmmsg(fd, m, batch, 0);
        }
        calls++;
        if (n < 0)
        {
            if (++errors > 100000 || (errno != EAGAIN && errno != ENOBUFS && errno != ECONNREFUSED))
            {
                perror("send");
                return 1;
            }
            continue;
        }
        sent += n;
        slot = slot + 2 * batch > slots ? 0 : slot + batch;
        while (rate > 0 && now_ns() - start < sent / rate * 1e9)
        {
        }
        if ((calls & 255) == 0 && now_ns() > end)
        {
            break;
        }
    }
    printf("sent=%ld ns=%lld cpu_ns=%lld calls=%ld piece=%d\n", sent, (long long)(now_ns() - start),
        (long long)(cpu_ns() - cpu_start), calls, is_gso ? batch : 1);
    return 0;
}
