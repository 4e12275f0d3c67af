/**
 * {@code roce perf}: bandwidth and latency between two ends, each an adapter of its own. One end measures and tells the
 * other what it is to do, over a line of TCP. Every phase has queue pairs of its own; the thread that measures is the
 * one that posts and waits for completions.
 */
package io.roce.tools.perf;
