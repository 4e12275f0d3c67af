/**
 * {@code roce bench}: how fast this is beside plain C that does the same, side by side in one run. The C programs are
 * resources of this room and are compiled when they are needed; the nodes that are measured are processes of their own.
 */
package io.roce.tools.bench;
