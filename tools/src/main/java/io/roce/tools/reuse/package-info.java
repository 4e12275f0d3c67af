/**
 * {@code study quarantine}: stale packets to numbers that come and go, on adapters in memory, beside what closed forms
 * predict of them.
 */
package io.roce.tools.reuse;
