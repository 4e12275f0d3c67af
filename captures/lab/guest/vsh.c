/* vsh: a line-driven verbs shell, so that a script on the host can play any
 * RDMA scenario on a guest's rxe device, with no side channel on the wire.
 *
 * Each input line is "COMMAND [N] key=value ...", each answer is zero or more
 * "wc ..." lines and then one "ok key=value ..." or "err REASON".  Numbers
 * take 0x.  N is the queue pair's slot, 0 to 63.
 *
 *   open [dev=rxe0] [gid=10.91.0.2 | gid=fd91::2]     begin anew: no queue pairs, no
 *        completions; the local address from here on
 *   mr [len=65536] [access=15]            one buffer for everything -> addr rkey
 *   fill off= len= byte=   |   pattern off= len= seed=   |   dump off= len=
 *   check off= len= [byte= | seed=]     err if a byte is not what fill or pattern wrote
 *   qp N [type=rc|uc|ud] [depth=64]                              -> qpn
 *   rtr N [mtu=1024] dqpn= psn= dgid= [minrnr=12] [rd=4] [qkey=] [hop=64] [tc=0]
 *   rts N psn= [timeout=14] [retry=7] [rnr=7] [rd=4]
 *   recv N [off=] [len=] [count=1]
 *   send|write|writeimm|sendimm|sendinv|read|cas|fadd N [off=] [len=] [raddr=]
 *        [rkey=] [imm=] [cmp=] [swap=] [count=1] [sig=1] [sol=0] [fence=0]
 *        for ud: dqpn= qkey= dgid=
 *   poll [ms=5000] [n=1]        wait for n completions
 *   query N | err N | reset N | destroy N | quit
 *   rnrnaks                     RNR NAKs that the device has sent          -> n
 */
#include <arpa/inet.h>
#include <infiniband/verbs.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SLOTS 64
#define QKEY 0x11111111

static struct ibv_context *ctx;
static struct ibv_pd *pd;
static struct ibv_cq *cq;
static struct ibv_mr *mr;
static struct ibv_qp *qps[SLOTS];
static union ibv_gid local_gid;
static int gid_index = -1;
static uint8_t *buf;
static char line[4096];

static const char *text(const char *key, const char *fallback)
{
    static char out[128];
    char want[32], *p = line;
    int n = snprintf(want, sizeof want, " %s=", key);

    if (!(p = strstr(p, want)))
        return fallback;
    snprintf(out, sizeof out, "%s", p + n);
    out[strcspn(out, " \n")] = 0;
    return out;
}

static uint64_t num(const char *key, uint64_t fallback)
{
    const char *s = text(key, NULL);

    return s ? strtoull(s, NULL, 0) : fallback;
}

static int parse_gid(const char *s, union ibv_gid *gid)
{
    memset(gid, 0, sizeof *gid);
    if (strchr(s, ':'))
        return inet_pton(AF_INET6, s, gid->raw) == 1;
    gid->raw[10] = gid->raw[11] = 0xff;
    return inet_pton(AF_INET, s, gid->raw + 12) == 1;
}

static void answer(const char *what, int rc)
{
    if (rc)
        printf("err %s %d (%s)\n", what, rc, strerror(rc < 0 ? -rc : rc));
    else
        printf("ok\n");
}

static void do_open(void)
{
    const char *dev = text("dev", "rxe0"), *want;
    struct ibv_device **list = ibv_get_device_list(NULL);
    struct ibv_port_attr port;
    union ibv_gid gid;
    struct ibv_wc wc;

    for (int i = 0; list && list[i] && !ctx; i++)
        if (!strcmp(ibv_get_device_name(list[i]), dev))
            ctx = ibv_open_device(list[i]);
    if (!ctx || (!pd && !(pd = ibv_alloc_pd(ctx))) || (!cq && !(cq = ibv_create_cq(ctx, 4096, NULL, NULL, 0)))) {
        printf("err open\n");
        return;
    }
    for (int i = 0; i < SLOTS; i++)
        if (qps[i] && !ibv_destroy_qp(qps[i]))
            qps[i] = NULL;
    while (ibv_poll_cq(cq, 1, &wc) > 0)
        ;
    want = text("gid", NULL);
    gid_index = -1;
    ibv_query_port(ctx, 1, &port);
    for (int i = 0; i < port.gid_tbl_len && gid_index < 0; i++)
        if (!ibv_query_gid(ctx, 1, i, &local_gid) && want && parse_gid(want, &gid) &&
            !memcmp(&gid, &local_gid, 16))
            gid_index = i;
    if (gid_index < 0)
        printf("err no such gid\n");
    else
        printf("ok gid_index=%d active_mtu=%d\n", gid_index, 128 << port.active_mtu);
}

static void do_mr(void)
{
    size_t len = num("len", 65536);

    if (mr)
        ibv_dereg_mr(mr);
    free(buf);
    mr = NULL;
    buf = NULL;
    if (posix_memalign((void **)&buf, 4096, len))
        return;
    for (size_t i = 0; i < len; i++)
        buf[i] = i;
    mr = ibv_reg_mr(pd, buf, len, num("access", 15));
    if (mr)
        printf("ok addr=0x%" PRIxPTR " rkey=0x%x lkey=0x%x\n", (uintptr_t)buf, mr->rkey, mr->lkey);
    else
        printf("err mr\n");
}

/* A pattern's bytes repeat after a length that no MTU divides. */
static void do_memory(const char *cmd)
{
    uint64_t off = num("off", 0), len = num("len", 16);
    int is_fill = !strcmp(cmd, "fill") || text("byte", NULL), seed = num("seed", 0), byte = num("byte", 0);

    if (!mr || off > mr->length || len > mr->length - off) {
        printf("err range\n");
        return;
    }
    if (!strcmp(cmd, "dump")) {
        printf("ok hex=");
        for (uint64_t i = 0; i < len; i++)
            printf("%02x", buf[off + i]);
        printf("\n");
        return;
    }
    for (uint64_t i = 0; i < len; i++) {
        uint8_t want = is_fill ? byte : i * 31 + i / 251 + seed;

        if (strcmp(cmd, "check"))
            buf[off + i] = want;
        else if (buf[off + i] != want) {
            printf("err byte %" PRIu64 " of %" PRIu64 " is 0x%02x, not 0x%02x\n", i, len, buf[off + i], want);
            return;
        }
    }
    printf("ok\n");
}

static void do_qp(int n)
{
    const char *name = text("type", "rc");
    enum ibv_qp_type type = !strcmp(name, "ud") ? IBV_QPT_UD : !strcmp(name, "uc") ? IBV_QPT_UC : IBV_QPT_RC;
    struct ibv_qp_init_attr init = {
        .send_cq = cq, .recv_cq = cq,
        .cap = { num("depth", 64), num("depth", 64), 1, 1, 0 },
        .qp_type = type,
    };
    struct ibv_qp_attr a = { .qp_state = IBV_QPS_INIT, .port_num = 1, .qkey = num("qkey", QKEY),
                             .qp_access_flags = num("access", 15) };
    int mask = IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT;

    qps[n] = ibv_create_qp(pd, &init);
    if (!qps[n]) {
        printf("err create_qp\n");
        return;
    }
    mask |= type == IBV_QPT_UD ? IBV_QP_QKEY : IBV_QP_ACCESS_FLAGS;
    if (ibv_modify_qp(qps[n], &a, mask))
        printf("err init\n");
    else
        printf("ok qpn=0x%x\n", qps[n]->qp_num);
}

static enum ibv_mtu mtu_code(unsigned bytes)
{
    enum ibv_mtu m = IBV_MTU_256;

    while (m < IBV_MTU_4096 && (128u << m) < bytes)
        m++;
    return m;
}

static int fill_ah(struct ibv_ah_attr *ah)
{
    memset(ah, 0, sizeof *ah);
    ah->is_global = 1;
    ah->port_num = 1;
    ah->grh.sgid_index = gid_index;
    ah->grh.hop_limit = num("hop", 64);
    ah->grh.traffic_class = num("tc", 0);
    ah->grh.flow_label = num("flow", 0);
    return parse_gid(text("dgid", ""), &ah->grh.dgid);
}

static void do_rtr(int n)
{
    enum ibv_qp_type type = qps[n]->qp_type;
    struct ibv_qp_attr a = { .qp_state = IBV_QPS_RTR };
    int mask = IBV_QP_STATE;

    if (type != IBV_QPT_UD) {
        a.path_mtu = mtu_code(num("mtu", 1024));
        a.dest_qp_num = num("dqpn", 0);
        a.rq_psn = num("psn", 0);
        if (!fill_ah(&a.ah_attr)) {
            printf("err dgid\n");
            return;
        }
        mask |= IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN;
    }
    if (type == IBV_QPT_RC) {
        a.max_dest_rd_atomic = num("rd", 4);
        a.min_rnr_timer = num("minrnr", 12);
        mask |= IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER;
    }
    answer("rtr", ibv_modify_qp(qps[n], &a, mask));
}

static void do_rts(int n)
{
    struct ibv_qp_attr a = { .qp_state = IBV_QPS_RTS, .sq_psn = num("psn", 0),
                             .timeout = num("timeout", 14), .retry_cnt = num("retry", 7),
                             .rnr_retry = num("rnr", 7), .max_rd_atomic = num("rd", 4) };
    int mask = IBV_QP_STATE | IBV_QP_SQ_PSN;

    if (qps[n]->qp_type == IBV_QPT_RC)
        mask |= IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_MAX_QP_RD_ATOMIC;
    answer("rts", ibv_modify_qp(qps[n], &a, mask));
}

static void do_recv(int n)
{
    struct ibv_sge sge = { (uintptr_t)buf + num("off", 0), num("len", 4096), mr->lkey };
    struct ibv_recv_wr wr = { .wr_id = n, .sg_list = &sge, .num_sge = 1 }, *bad;
    int rc = 0;

    for (int i = num("count", 1); i > 0 && !rc; i--)
        rc = ibv_post_recv(qps[n], &wr, &bad);
    answer("post_recv", rc);
}

static void do_send(int n, enum ibv_wr_opcode op)
{
    struct ibv_sge sge = { (uintptr_t)buf + num("off", 0), num("len", 64), mr->lkey };
    struct ibv_send_wr wr = { .wr_id = n, .sg_list = &sge, .num_sge = sge.length ? 1 : 0,
                              .opcode = op }, *bad;
    int rc = 0;

    wr.send_flags = (num("sig", 1) ? IBV_SEND_SIGNALED : 0) | (num("sol", 0) ? IBV_SEND_SOLICITED : 0) |
                    (num("fence", 0) ? IBV_SEND_FENCE : 0);
    wr.imm_data = htonl(num("imm", 0));
    if (op == IBV_WR_SEND_WITH_INV)
        wr.invalidate_rkey = num("rkey", 0);
    if (qps[n]->qp_type == IBV_QPT_UD) {
        struct ibv_ah_attr ah;

        if (!fill_ah(&ah) || !(wr.wr.ud.ah = ibv_create_ah(pd, &ah))) {
            printf("err ah\n");
            return;
        }
        wr.wr.ud.remote_qpn = num("dqpn", 0);
        wr.wr.ud.remote_qkey = num("qkey", QKEY);
    } else if (op == IBV_WR_ATOMIC_CMP_AND_SWP || op == IBV_WR_ATOMIC_FETCH_AND_ADD) {
        sge.length = 8;
        wr.num_sge = 1;
        wr.wr.atomic.remote_addr = num("raddr", 0);
        wr.wr.atomic.rkey = num("rkey", 0);
        wr.wr.atomic.compare_add = num("cmp", 1);
        wr.wr.atomic.swap = num("swap", 0);
    } else if (op != IBV_WR_SEND && op != IBV_WR_SEND_WITH_IMM) {
        wr.wr.rdma.remote_addr = num("raddr", 0);
        wr.wr.rdma.rkey = num("rkey", 0);
    }
    for (int i = num("count", 1); i > 0 && !rc; i--)
        rc = ibv_post_send(qps[n], &wr, &bad);
    answer("post_send", rc);
}

static int64_t now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000ll + t.tv_nsec / 1000000;
}

static void do_poll(void)
{
    int64_t end = now_ms() + num("ms", 5000);
    int want = num("n", 1), got = 0;
    struct ibv_wc wc;

    while (got < want) {
        int n = ibv_poll_cq(cq, 1, &wc);

        if (n < 0)
            break;
        if (n == 0) {
            if (now_ms() > end)
                break;
            usleep(500);
            continue;
        }
        got++;
        printf("wc slot=%d qpn=0x%x status=%d (%s) op=%d", (int)wc.wr_id, wc.qp_num, wc.status,
               ibv_wc_status_str(wc.status), wc.opcode);
        if (wc.status == IBV_WC_SUCCESS && (wc.opcode & IBV_WC_RECV))
            printf(" len=%u src_qp=0x%x imm=0x%x flags=0x%x", wc.byte_len, wc.src_qp,
                   wc.wc_flags & IBV_WC_WITH_IMM ? ntohl(wc.imm_data) : 0, wc.wc_flags);
        printf("\n");
    }
    printf("%s n=%d\n", got < want ? "err timeout" : "ok", got);
}

static void do_query(int n)
{
    struct ibv_qp_attr a;
    struct ibv_qp_init_attr init;
    int rc = ibv_query_qp(qps[n], &a, IBV_QP_STATE | IBV_QP_SQ_PSN | IBV_QP_RQ_PSN, &init);

    if (rc)
        answer("query", rc);
    else
        printf("ok state=%d sq_psn=0x%x rq_psn=0x%x\n", a.qp_state, a.sq_psn, a.rq_psn);
}

static void set_state(int n, enum ibv_qp_state state)
{
    struct ibv_qp_attr a = { .qp_state = state };

    answer("modify", ibv_modify_qp(qps[n], &a, IBV_QP_STATE));
}

static void do_destroy(int n)
{
    int rc = ibv_destroy_qp(qps[n]);

    qps[n] = NULL;
    answer("destroy", rc);
}

static void do_rnrnaks(void)
{
    FILE *f = fopen("/sys/class/infiniband/rxe0/ports/1/hw_counters/send_rnr_err", "r");
    unsigned long n;

    if (f && fscanf(f, "%lu", &n) == 1)
        printf("ok n=%lu\n", n);
    else
        printf("err counter\n");
    if (f)
        fclose(f);
}

int main(void)
{
    static const struct { const char *name; enum ibv_wr_opcode op; } sends[] = {
        { "send", IBV_WR_SEND }, { "sendimm", IBV_WR_SEND_WITH_IMM },
        { "sendinv", IBV_WR_SEND_WITH_INV }, { "write", IBV_WR_RDMA_WRITE },
        { "writeimm", IBV_WR_RDMA_WRITE_WITH_IMM }, { "read", IBV_WR_RDMA_READ },
        { "cas", IBV_WR_ATOMIC_CMP_AND_SWP }, { "fadd", IBV_WR_ATOMIC_FETCH_AND_ADD },
    };

    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        char cmd[32] = "";
        int n = -1;
        size_t i;

        if (sscanf(line, "%31s %d", cmd, &n) < 1 || cmd[0] == '#')
            continue;
        if (!strcmp(cmd, "quit"))
            break;
        if (!strcmp(cmd, "open")) { do_open(); continue; }
        if (!ctx) { printf("err not open\n"); continue; }
        if (!strcmp(cmd, "mr")) { do_mr(); continue; }
        if (!strcmp(cmd, "poll")) { do_poll(); continue; }
        if (!strcmp(cmd, "rnrnaks")) { do_rnrnaks(); continue; }
        if (!strcmp(cmd, "fill") || !strcmp(cmd, "pattern") || !strcmp(cmd, "check") || !strcmp(cmd, "dump")) {
            do_memory(cmd);
            continue;
        }
        if (n < 0 || n >= SLOTS) { printf("err slot\n"); continue; }
        if (!strcmp(cmd, "qp")) { do_qp(n); continue; }
        if (!qps[n]) { printf("err no qp\n"); continue; }
        if (!strcmp(cmd, "rtr")) { do_rtr(n); continue; }
        if (!strcmp(cmd, "rts")) { do_rts(n); continue; }
        if (!strcmp(cmd, "query")) { do_query(n); continue; }
        if (!strcmp(cmd, "err")) { set_state(n, IBV_QPS_ERR); continue; }
        if (!strcmp(cmd, "reset")) { set_state(n, IBV_QPS_RESET); continue; }
        if (!strcmp(cmd, "destroy")) { do_destroy(n); continue; }
        if (!mr) { printf("err no mr\n"); continue; }
        if (!strcmp(cmd, "recv")) { do_recv(n); continue; }
        for (i = 0; i < sizeof sends / sizeof *sends; i++)
            if (!strcmp(cmd, sends[i].name))
                break;
        if (i < sizeof sends / sizeof *sends)
            do_send(n, sends[i].op);
        else
            printf("err unknown command\n");
    }
    return 0;
}
