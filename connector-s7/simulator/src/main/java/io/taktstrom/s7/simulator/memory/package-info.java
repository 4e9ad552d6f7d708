/**
 * The memory of a CPU as its program sees it: where a variable lies, and what its bytes mean. Written from Siemens' manuals
 * and not from the client, which is tried against it: a codec that both shared would hide an error that both made.
 *
 * <pre>
 *  "DB1.DBD8:REAL[4]" --> Operand: area, block, byte, bit, bounds
 *                            |
 *                            v
 *                         Element -- Elementary   BOOL ... DTL, TIMER, COUNTER
 *                                 -- TextElement         STRING(n), WSTRING(n)
 *
 *  value as an object &lt;-- Values --&gt; image of the model &lt;-- Element --&gt; bytes of the CPU
 * </pre>
 */
@NullMarked
package io.taktstrom.s7.simulator.memory;

import org.jspecify.annotations.NullMarked;
