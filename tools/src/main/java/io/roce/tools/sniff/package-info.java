/** {@code roce sniff}: packets of a network interface as they come and go, judged at once. */
package io.roce.tools.sniff;
