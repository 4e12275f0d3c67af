/**
 * Queue pairs: the context record, its states and what may change them, the table that maps a number to its record, the
 * cache in front of the table, and the resolver that asks both. Lane thread only.
 */
package io.roce.nic.qp;
