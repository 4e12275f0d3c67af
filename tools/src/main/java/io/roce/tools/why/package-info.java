/** {@code roce why}: what became of single packets, and why. */
package io.roce.tools.why;
