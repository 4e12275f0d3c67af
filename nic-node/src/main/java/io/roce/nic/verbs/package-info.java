/**
 * The verbs for programs that embed a node, in the words of libibverbs: what changes the node answers with a future,
 * and posting and polling are done at once on the program's own thread. Nothing here blocks.
 */
package io.roce.nic.verbs;
