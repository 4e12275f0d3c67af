/* What the baselines share: clocks, addresses, and the ICRC's header in front of a packet. Loopback only. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#ifdef WITH_ISAL
#include <isa-l/crc.h>
#endif

#define UDP_SEGMENT_ 103
#define UDP_GRO_ 104
#define MTU_DISCOVER_ 10
#define BATCH 64
#define BTH 12
#define ICRC 4
#define PREFIX 48 /* 8 bytes of ones, IPv4, UDP, BTH */
#define SOCKET_BUFFER (4 << 20)
#define SEND_ONLY 0x04

static inline int64_t clock_ns(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static inline int64_t now_ns(void)
{
    return clock_ns(CLOCK_MONOTONIC);
}

static inline int64_t cpu_ns(void)
{
    return clock_ns(CLOCK_PROCESS_CPUTIME_ID);
}

/* Ends the program for an address that is not a loopback one. */
static inline struct sockaddr_in loopback(const char *address, const char *port)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(atoi(port))};
    if (inet_pton(AF_INET, address, &a.sin_addr) != 1 || ntohl(a.sin_addr.s_addr) >> 24 != 127)
    {
        fprintf(stderr, "not a loopback address: %s\n", address);
        exit(2);
    }
    return a;
}

/* Bound, unconnected, with don't-fragment, so that IPv4's identification is 0. */
static inline int bound_socket(const struct sockaddr_in *local)
{
    int fd = socket(AF_INET, SOCK_DGRAM, 0), only_whole = 2, buffer = SOCKET_BUFFER;
    setsockopt(fd, IPPROTO_IP, MTU_DISCOVER_, &only_whole, sizeof only_whole);
    setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &buffer, sizeof buffer);
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &buffer, sizeof buffer);
    if (bind(fd, (const struct sockaddr *)local, sizeof *local))
    {
        perror("bind");
        exit(1);
    }
    return fd;
}

/* The bytes that the ICRC covers in front of what follows the BTH: what routers change is taken as ones. */
static inline void icrc_prefix(
    uint8_t *h, const uint8_t *packet, int length, const struct sockaddr_in *from, const struct sockaddr_in *to)
{
    memset(h, 0xff, PREFIX);
    uint8_t *ip = h + 8, *udp = ip + 20;
    int total = 28 + length;
    ip[0] = 0x45;
    ip[2] = total >> 8;
    ip[3] = total;
    ip[4] = ip[5] = ip[7] = 0;
    ip[6] = 0x40;
    ip[9] = IPPROTO_UDP;
    memcpy(ip + 12, &from->sin_addr, 4);
    memcpy(ip + 16, &to->sin_addr, 4);
    memcpy(udp, &from->sin_port, 2);
    memcpy(udp + 2, &to->sin_port, 2);
    udp[4] = (8 + length) >> 8;
    udp[5] = 8 + length;
    memcpy(udp + 8, packet, BTH);
    udp[8 + 4] = 0xff;
}

#ifdef WITH_ISAL
/* The ICRC as its four bytes lie in memory on a little-endian machine. */
static inline uint32_t icrc(
    const uint8_t *packet, int length, const struct sockaddr_in *from, const struct sockaddr_in *to)
{
    uint8_t h[PREFIX];
    icrc_prefix(h, packet, length, from, to);
    return crc32_gzip_refl(crc32_gzip_refl(0, h, PREFIX), packet + BTH, length - BTH - ICRC);
}
#endif

/* Whether whoever started this program has gone: it holds the other end of standard input. */
static inline int is_orphan(void)
{
    struct pollfd input = {.fd = 0, .events = POLLIN};
    return poll(&input, 1, 0) > 0 && (input.revents & (POLLHUP | POLLERR));
}

static inline int compare_ns(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}
