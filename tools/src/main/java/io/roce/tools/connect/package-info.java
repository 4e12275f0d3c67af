/** {@code roce connect}: pairs of queue pairs that name each other. */
package io.roce.tools.connect;
