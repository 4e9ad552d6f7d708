/**
 * Samples on the move: columnar, reusable, allocation-free.
 *
 * <pre>
 *             SampleBatch (receivedAt, sequence, group)
 *   i:          0     1     2     3
 *   point     [ 7  |  7  |  9  |  2  ]   index in the PointGroup
 *   status    [Good|Good|Bad..|Good  ]   OPC UA status code
 *   sourceTime[ t0 | t1  | t1  | none]   epoch nanoseconds
 *   bits      [ 41 | 42  |  -  | o,n ]   the value, or offset and length in the arena
 *   arena     ................|PRESS-1|  strings (UTF-8), arrays and structures (memory image)
 * </pre>
 */
@NullMarked
package io.taktstrom.data;

import org.jspecify.annotations.NullMarked;
