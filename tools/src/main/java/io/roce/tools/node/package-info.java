/** {@code roce node}: options, their values and defaults, and one node from start to signal. */
package io.roce.tools.node;
