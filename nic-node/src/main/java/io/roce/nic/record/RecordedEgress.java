package io.roce.nic.record;

import io.roce.nic.link.Egress;
import io.roce.wire.packet.RoceDatagram;

import java.net.InetSocketAddress;

/** A link, whose datagrams are recorded as they leave. Lane thread only. */
final class RecordedEgress implements Egress
{
    private final Recorder recorder;
    private final int networkInterface;
    private final Egress link;

    RecordedEgress(final Recorder recorder, final int networkInterface, final Egress link)
    {
        this.recorder = recorder;
        this.networkInterface = networkInterface;
        this.link = link;
    }

    @Override
    public int openSourcePort(final int wished)
    {
        return link.openSourcePort(wished);
    }

    @Override
    public void closeSourcePort(final int port)
    {
        link.closeSourcePort(port);
    }

    @Override
    public boolean isWritable(final int sourcePort)
    {
        return link.isWritable(sourcePort);
    }

    @Override
    public void send(final RoceDatagram datagram, final InetSocketAddress to, final int sourcePort)
    {
        recorder.onSent(networkInterface, datagram);
        link.send(datagram, to, sourcePort);
    }

    @Override
    public void flush()
    {
        link.flush();
    }
}
