/* One datagram back and forth between two processes; the median of the round trips. What does not come within 2 s is
 * an error.
 * pingpong answer ADDRESS PORT COUNT
 * pingpong ask    ADDRESS PORT FROM LENGTH COUNT */
#include "common.h"

#define MAX_COUNT 10000000

int main(int ac, char **av)
{
    static uint8_t datagram[8192];
    int is_asking = ac == 7 && !strcmp(av[1], "ask");
    long count = ac > 1 ? atol(av[ac - 1]) : 0;
    if ((!is_asking && (ac != 5 || strcmp(av[1], "answer"))) || count < 1 || count > MAX_COUNT)
    {
        return 2;
    }
    struct sockaddr_in to = loopback(av[2], av[3]), local = is_asking ? loopback(av[4], "0") : to;
    int fd = bound_socket(&local), length = is_asking ? atoi(av[5]) : 0;
    struct timeval patience = {is_asking ? 2 : 10, 0};
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (length < 0 || length > (int)sizeof datagram)
    {
        return 2;
    }
    if (!is_asking)
    {
        printf("ready\n");
        fflush(stdout);
    }
    int64_t *ns = is_asking ? malloc(count * sizeof *ns) : 0;
    for (long i = 0; i < count; i++)
    {
        int64_t start = now_ns();
        if (is_asking && sendto(fd, datagram, length, 0, (struct sockaddr *)&to, sizeof to) < 0)
        {
            perror("send");
            return 1;
        }
        struct sockaddr_in from;
        socklen_t from_length = sizeof from;
        ssize_t r = recvfrom(fd, datagram, sizeof datagram, 0, (struct sockaddr *)&from, &from_length);
        if (r < 0)
        {
            fprintf(stderr, "%ld of %ld came\n", i, count);
            return 1;
        }
        if (is_asking)
        {
            ns[i] = now_ns() - start;
        }
        else
        {
            sendto(fd, datagram, r, 0, (struct sockaddr *)&from, from_length);
        }
    }
    if (is_asking)
    {
        qsort(ns, count, sizeof *ns, compare_ns);
        printf("median_ns=%lld\n", (long long)ns[count / 2]);
    }
    return 0;
}
