/** Queue pairs that a tool makes on a node for the time of its work, and takes away again. */
package io.roce.tools.qps;
