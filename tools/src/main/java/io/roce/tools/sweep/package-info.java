/**
 * {@code roce sweep}: attacks of the literature, one after the other, against queue pairs that are made for it on a
 * node, and how far each gets. Bounded in packets and time.
 */
package io.roce.tools.sweep;
