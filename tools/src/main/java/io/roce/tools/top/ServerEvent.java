package io.roce.tools.top;

/**
 * One event of a stream of them.
 *
 * @param name what kind of event.
 * @param data lines parted by a line feed, UTF-8.
 */
record ServerEvent(String name, byte[] data)
{
}
