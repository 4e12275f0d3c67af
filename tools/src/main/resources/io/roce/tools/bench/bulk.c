/* What two nodes do for WRITEs of 1 MiB: segments of 4,096 bytes of payload, up to 15 of them in a call, copied and
 * their ICRCs computed by the sender, verified and copied to their place by the receiver, which acknowledges. A window
 * keeps the receiver's buffer from running over, so nothing is sent again; what is missing after 2 s is an error.
 * bulk receive ADDRESS PORT MESSAGES
 * bulk send    ADDRESS PORT FROM MESSAGES */
#include "common.h"

#define PAYLOAD 4096
#define SEGMENT (BTH + PAYLOAD + ICRC)
#define SEGMENTS 15
#define MESSAGE (1 << 20)
#define PER_MESSAGE (MESSAGE / PAYLOAD)
#define WINDOW (16 * SEGMENTS)
#define WRITE_MIDDLE 0x07
#define ACKNOWLEDGE 0x11
#define ACK (BTH + 4 + ICRC)
#define MAX_MESSAGES 100000

static void write_bth(uint8_t *p, int opcode, uint32_t psn)
{
    memset(p, 0, BTH);
    p[0] = opcode;
    p[2] = p[3] = 0xff;
    p[7] = 0x11;
    p[9] = psn >> 16;
    p[10] = psn >> 8;
    p[11] = psn;
}

static uint32_t psn_of(const uint8_t *p)
{
    return p[9] << 16 | p[10] << 8 | p[11];
}

static int is_right(const uint8_t *p, int length, const struct sockaddr_in *from, const struct sockaddr_in *to)
{
    uint32_t carried;
    memcpy(&carried, p + length - ICRC, ICRC);
    return carried == icrc(p, length, from, to);
}

static void repair(uint8_t *p, int length, const struct sockaddr_in *from, const struct sockaddr_in *to)
{
    uint32_t c = icrc(p, length, from, to);
    memcpy(p + length - ICRC, &c, ICRC);
}

static int do_receive(int fd, const struct sockaddr_in *local, long total)
{
    static uint8_t slots[BATCH][65536];
    static char control[BATCH][64];
    uint8_t *memory = malloc(8 * MESSAGE), ack[ACK];
    struct mmsghdr m[BATCH];
    struct iovec io[BATCH];
    struct sockaddr_in from[BATCH];
    long taken = 0;
    int on = 1;
    setsockopt(fd, IPPROTO_UDP, UDP_GRO_, &on, sizeof on);
    memset(memory, 0, 8 * MESSAGE);
    memset(slots, 0, sizeof slots);
    printf("ready\n");
    fflush(stdout);
    while (taken < total)
    {
        for (int i = 0; i < BATCH; i++)
        {
            io[i] = (struct iovec){slots[i], sizeof slots[i]};
            m[i].msg_hdr = (struct msghdr){.msg_iov = io + i, .msg_iovlen = 1, .msg_name = from + i,
                .msg_namelen = sizeof from[i], .msg_control = control[i], .msg_controllen = sizeof control[i]};
        }
        int r = recvmmsg(fd, m, BATCH, MSG_WAITFORONE, 0);
        if (r <= 0)
        {
            fprintf(stderr, "%ld of %ld segments came\n", taken, total);
            return 1;
        }
        for (int i = 0; i < r; i++)
        {
            for (int offset = 0; offset < (int)m[i].msg_len; offset += SEGMENT)
            {
                uint8_t *p = slots[i] + offset;
                if (psn_of(p) != (taken & 0xffffff) || !is_right(p, SEGMENT, from + i, local))
                {
                    fprintf(stderr, "a segment is missing or wrong\n");
                    return 1;
                }
                memcpy(memory + taken % (8 * PER_MESSAGE) * PAYLOAD, p + BTH, PAYLOAD);
                taken++;
            }
        }
        write_bth(ack, ACKNOWLEDGE, taken);
        memset(ack + BTH, 0, 4);
        repair(ack, ACK, local, from);
        sendto(fd, ack, ACK, 0, (struct sockaddr *)from, sizeof from[0]);
    }
    return 0;
}

static int do_send(int fd, const struct sockaddr_in *local, const struct sockaddr_in *to, long total)
{
    static uint8_t piece[SEGMENTS * SEGMENT];
    uint8_t *memory = malloc(8 * MESSAGE), ack[64];
    int length = SEGMENT;
    long sent = 0, acknowledged = 0;
    for (int i = 0; i < 8 * MESSAGE; i++)
    {
        memory[i] = i * 13;
    }
    setsockopt(fd, IPPROTO_UDP, UDP_SEGMENT_, &length, sizeof length);
    int64_t start = now_ns(), cpu_start = cpu_ns();
    while (acknowledged < total)
    {
        if (sent < total && sent - acknowledged <= WINDOW - SEGMENTS)
        {
            int n = total - sent < SEGMENTS ? total - sent : SEGMENTS;
            for (int i = 0; i < n; i++)
            {
                uint8_t *p = piece + i * SEGMENT;
                write_bth(p, WRITE_MIDDLE, sent + i);
                memcpy(p + BTH, memory + (sent + i) % (8 * PER_MESSAGE) * PAYLOAD, PAYLOAD);
                repair(p, SEGMENT, local, to);
            }
            if (sendto(fd, piece, n * SEGMENT, 0, (const struct sockaddr *)to, sizeof *to) < 0)
            {
                perror("send");
                return 1;
            }
            sent += n;
        }
        int must_wait = sent == total || sent - acknowledged > WINDOW - SEGMENTS;
        ssize_t r = recv(fd, ack, sizeof ack, must_wait ? 0 : MSG_DONTWAIT);
        if (r == ACK)
        {
            acknowledged += ((long)psn_of(ack) - acknowledged) & 0xffffff;
        }
        else if (must_wait)
        {
            fprintf(stderr, "no acknowledgement came\n");
            return 1;
        }
    }
    printf("bytes=%lld ns=%lld cpu_ns=%lld\n", (long long)total * PAYLOAD, (long long)(now_ns() - start),
        (long long)(cpu_ns() - cpu_start));
    return 0;
}

int main(int ac, char **av)
{
    int is_sender = ac == 6 && !strcmp(av[1], "send");
    if (!is_sender && (ac != 5 || strcmp(av[1], "receive")))
    {
        return 2;
    }
    long messages = atol(av[ac - 1]);
    if (messages < 1 || messages > MAX_MESSAGES)
    {
        return 2;
    }
    struct sockaddr_in to = loopback(av[2], av[3]), local = is_sender ? loopback(av[4], "0") : to;
    struct timeval patience = {is_sender ? 2 : 10, 0};
    int fd = bound_socket(&local);
    socklen_t length = sizeof local;
    getsockname(fd, (struct sockaddr *)&local, &length);
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    long total = messages * PER_MESSAGE;
    return is_sender ? do_send(fd, &local, &to, total) : do_receive(fd, &local, total);
}
