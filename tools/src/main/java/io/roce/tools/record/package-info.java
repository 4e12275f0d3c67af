/** {@code roce record}: the annotated capture of a node, switched on and off; and the options that name its file. */
package io.roce.tools.record;
