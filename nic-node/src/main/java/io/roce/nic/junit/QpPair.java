package io.roce.nic.junit;

/** Two queue pairs in RTS; RC and UC are each other's peers, UD has none. */
public record QpPair(QpEnd left, QpEnd right)
{
}
