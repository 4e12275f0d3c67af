/* Command agent of a lab guest.  One TCP connection runs one command:
 *   client -> "TIMEOUT LENGTH\n" + LENGTH bytes of shell text + stdin until EOF
 *   agent  -> stdout and stderr of `sh -c TEXT`, then the 8 bytes "\0RC=%03d\n"
 * After TIMEOUT seconds the command's process group is killed (rc 124).
 * Processes the command left in the background stay running. */
#include <arpa/inet.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t child;
static volatile sig_atomic_t expired;

static void on_alarm(int sig)
{
    (void)sig;
    expired = 1;
    kill(-child, SIGKILL);
}

static void serve(int fd)
{
    char head[64], *text;
    unsigned timeout, length, got = 0;
    int status, rc;

    while (got < sizeof head - 1 && read(fd, head + got, 1) == 1 && head[got] != '\n')
        got++;
    head[got] = 0;
    if (sscanf(head, "%u %u", &timeout, &length) != 2 || length > 1 << 20)
        return;
    text = calloc(1, length + 1);
    for (got = 0; got < length;) {
        ssize_t n = read(fd, text + got, length - got);
        if (n <= 0)
            return;
        got += n;
    }
    child = fork();
    if (child == 0) {
        setsid();
        signal(SIGCHLD, SIG_DFL);
        for (int i = 0; i < 3; i++)
            dup2(fd, i);
        close(fd);
        execl("/bin/sh", "sh", "-c", text, (char *)NULL);
        _exit(127);
    }
    signal(SIGALRM, on_alarm);
    alarm(timeout);
    while (waitpid(child, &status, 0) < 0)
        ;
    alarm(0);
    rc = expired ? 124 : WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    dprintf(fd, "%cRC=%03d\n", 0, rc);
    shutdown(fd, SHUT_RDWR);
}

int main(int argc, char **argv)
{
    struct sockaddr_in a = { .sin_family = AF_INET,
                             .sin_port = htons(argc > 1 ? atoi(argv[1]) : 7000) };
    int one = 1, l = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    signal(SIGCHLD, SIG_IGN);
    setsockopt(l, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(l, (void *)&a, sizeof a) || listen(l, 16)) {
        perror("agent");
        return 1;
    }
    for (;;) {
        int fd = accept(l, NULL, NULL);
        if (fd < 0)
            continue;
        if (fork() == 0) {
            close(l);
            signal(SIGCHLD, SIG_DFL);
            serve(fd);
            _exit(0);
        }
        close(fd);
    }
}
