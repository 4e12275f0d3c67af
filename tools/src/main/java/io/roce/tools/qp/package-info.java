/** Queue pairs of a node: the commands, and those that a tool makes for the time of its work and takes away again. */
package io.roce.tools.qp;
