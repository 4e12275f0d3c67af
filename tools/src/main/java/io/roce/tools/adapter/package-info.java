/** An adapter of a tool's own: its options, a node that is opened for one run, queue pairs and completions of it. */
package io.roce.tools.adapter;
