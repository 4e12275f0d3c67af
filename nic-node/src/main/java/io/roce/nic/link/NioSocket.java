package io.roce.nic.link;

import java.io.IOException;
import java.net.SocketOption;
import java.net.StandardProtocolFamily;
import java.nio.channels.DatagramChannel;

/**
 * A UDP socket of java.nio, not bound yet, that does not fragment if the JDK can say so: from 19 on it can.
 *
 * @param isIdentificationZero whether it sends over IPv4 with don't-fragment and, as Linux then does, identification 0;
 *                             true over IPv6.
 */
record NioSocket(DatagramChannel channel, boolean isIdentificationZero)
{
    static NioSocket open(final boolean isIpv6) throws IOException
    {
        final StandardProtocolFamily family = isIpv6 ? StandardProtocolFamily.INET6 : StandardProtocolFamily.INET;
        final DatagramChannel channel;
        try
        {
            channel = DatagramChannel.open(family);
        }
        catch (final UnsupportedOperationException ex)
        {
            throw new IOException("this machine has no " + family, ex);
        }

        try
        {
            final boolean isDontFragment = setDontFragment(channel);
            final boolean isLinux = System.getProperty("os.name").equals("Linux");
            return new NioSocket(channel, isIpv6 || isDontFragment && isLinux);
        }
        catch (final IOException ex)
        {
            channel.close();
            throw ex;
        }
    }

    private static boolean setDontFragment(final DatagramChannel channel) throws IOException
    {
        for (final SocketOption<?> option : channel.supportedOptions())
        {
            if (option.name().equals("IP_DONTFRAGMENT"))
            {
                @SuppressWarnings("unchecked")
                final SocketOption<Boolean> dontFragment = (SocketOption<Boolean>)option;
                channel.setOption(dontFragment, true);
                return true;
            }
        }
        return false;
    }
}
