/**
 * The opcode table: which headers an opcode brings, and what kind of packet it makes. Nothing else in the project knows
 * opcodes by number; a new opcode is a row here.
 */
package io.roce.wire.opcode;
