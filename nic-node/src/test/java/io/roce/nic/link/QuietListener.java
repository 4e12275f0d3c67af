package io.roce.nic.link;

import java.util.ArrayList;
import java.util.List;

/** Remembers what a socket tells. */
final class QuietListener implements UdpSocket.Listener
{
    final List<Throwable> errors = new ArrayList<>();
    int begun;
    int batches;
    int writable;

    @Override
    public void beforeBatch()
    {
        begun++;
    }

    @Override
    public void onBatch()
    {
        batches++;
    }

    @Override
    public void onWritable()
    {
        writable++;
    }

    @Override
    public void onError(final Throwable error)
    {
        errors.add(error);
    }
}
