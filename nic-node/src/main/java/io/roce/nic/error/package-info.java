/**
 * How a verb says that it was refused: a code, one sentence, and fields that tell a program the same. Any thread.
 */
package io.roce.nic.error;
