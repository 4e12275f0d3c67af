/** {@code roce pingpong}: messages back and forth with libibverbs' pingpong programs, or with another of itself. */
package io.roce.tools.pingpong;
