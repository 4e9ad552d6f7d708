/**
 * The memory of a PLC: where variables lie, what their bytes are, and what moves them.
 *
 * <pre>
 *  model.Symbol --> Program --> PlcVariable: name, type, place
 *                     |
 *                     v
 *                    PlcMemory: bytes &lt;-- Signal, RingWriter; computed when read
 * </pre>
 */
@NullMarked
package io.taktstrom.ads.simulator.memory;

import org.jspecify.annotations.NullMarked;
