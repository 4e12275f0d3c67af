/** {@code roce faults}: the fault rules of a node. */
package io.roce.tools.faults;
