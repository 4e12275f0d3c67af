package io.roce.nic.admin;

import io.roce.nic.Baseline;
import io.roce.nic.NicNode;
import io.roce.nic.NicNodeConfig;
import io.roce.nic.lane.QueuePairs;
import io.roce.nic.qp.QpSnapshot;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What a batch saves over HTTP: 1,024 queue pairs are created by a POST of one each, by one POST of all, and by a POST
 * of one each with a DELETE behind it. The score is queue pairs a millisecond. The node is one with default options in
 * the same process, asked over one kept-alive connection on loopback, one request at a time; the answer is read to its
 * end, and no further than the number that the DELETE names. There is no request that destroys many, so what the first
 * two create is destroyed by a command to the lane between two passes, which is not in the figures.
 */
@State(Scope.Thread)
@Baseline("createEach")
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(value = 1, jvmArgsAppend = "-XX:MaxDirectMemorySize=6g")
public class AdminBatchBenchmark
{
    private static final int QPS = 1024;
    private static final String QPS_PATH = "/v1/qps";
    private static final String ONE = "{\"type\":\"RC\",\"count\":1}";
    private static final String ALL = "{\"type\":\"RC\",\"count\":" + QPS + '}';
    private static final String QPN = "\"qpn\":";

    private NicNode node;
    private KeptAliveConnection connection;

    @Setup
    public void open() throws IOException
    {
        node = NicNode.open(
            new NicNodeConfig().bind(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0)));
        connection = new KeptAliveConnection(node.adminAddress());
    }

    /** Baseline. */
    @Benchmark
    @OperationsPerInvocation(QPS)
    public void createEach() throws IOException
    {
        for (int i = 0; i < QPS; i++)
        {
            connection.send("POST", QPS_PATH, ONE, 201);
        }
    }

    @Benchmark
    @OperationsPerInvocation(QPS)
    public void createBatch() throws IOException
    {
        connection.send("POST", QPS_PATH, ALL, 201);
    }

    @Benchmark
    @OperationsPerInvocation(QPS)
    public void createAndDestroyEach() throws IOException
    {
        for (int i = 0; i < QPS; i++)
        {
            final String created = connection.send("POST", QPS_PATH, ONE, 201);
            final int start = created.indexOf(QPN) + QPN.length();
            final String qpn = created.substring(start, created.indexOf(',', start));
            connection.send("DELETE", QPS_PATH + '/' + qpn.trim(), "", 200);
        }
    }

    @TearDown(Level.Invocation)
    public void destroyAll()
    {
        node.lane().submit(() ->
        {
            final QueuePairs queuePairs = node.lane().queuePairs();
            for (final QpSnapshot qp : queuePairs.list(0, QPS, null))
            {
                queuePairs.destroy(qp.qpn());
            }
            return null;
        }).join();
    }

    @TearDown
    public void close() throws IOException
    {
        connection.close();
        node.close();
    }
}
