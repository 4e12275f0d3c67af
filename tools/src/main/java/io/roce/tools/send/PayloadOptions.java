package io.roce.tools.send;

import java.nio.charset.StandardCharsets;

import picocli.CommandLine.Option;

/** What a crafted packet carries: nothing, or one of these. */
final class PayloadOptions
{
    @Option(
        names = "--payload",
        paramLabel = "HEX",
        converter = PacketArguments.Hex.class,
        description = "Payload bytes, such as 00ff10.")
    private PacketArguments.Bytes payload;

    @Option(
        names = "--payload-size",
        paramLabel = "N",
        converter = PacketArguments.Length.class,
        description = "So many payload bytes: 00 01 02 ... ff 00 ...")
    private Integer size;

    @Option(names = "--payload-text", paramLabel = "TEXT", description = "Payload bytes, the text's in UTF-8.")
    private String text;

    boolean isGiven()
    {
        return payload != null || size != null || text != null;
    }

    byte[] bytes()
    {
        if (payload != null)
        {
            return payload.bytes();
        }
        if (text != null)
        {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        final byte[] counting = new byte[size == null ? 0 : size];
        for (int i = 0; i < counting.length; i++)
        {
            counting[i] = (byte)i;
        }
        return counting;
    }
}
