/** {@code roce table}: the figures of a node's table, and a drawing of which numbers are in use. */
package io.roce.tools.table;
