/**
 * The invariant CRC of RoCEv2 (annex A17): over which bytes it runs, how it is computed, how it is verified when the
 * IPv4 identification is not known, and what it becomes when headers change. {@link io.roce.wire.icrc.Envelope} holds
 * the one list of masked fields.
 */
package io.roce.wire.icrc;
