/**
 * The types of an S7 CPU: their size and layout, and the type of their samples. No I/O.
 *
 * <pre>
 *  S7Type -- S7Scalar   BOOL ... DTL, TIMER, COUNTER
 *         -- S7String   STRING[n], WSTRING[n]
 *         -- S7Array    of any of these but arrays, with bounds
 *         -- S7Struct   fields at their offsets, by StandardLayout
 *
 *  bytes of the CPU &lt;-- ValueCodec --&gt; samples
 * </pre>
 */
@NullMarked
package io.taktstrom.s7.value;

import org.jspecify.annotations.NullMarked;
