/** {@code roce stats}: what a node counts, once or again and again. */
package io.roce.tools.stats;
