/**
 * The memory of a PLC: where variables lie, what their bytes are, and what moves them.
 *
 * <pre>
 *  model.Symbol --> Program --> PlcVariable: name, type, place
 *                     |
 *                     v
 *                    PlcMemory: bytes &lt;-- MovingMemory: Signal, RingWriter; computed when looked at
 * </pre>
 */
@NullMarked
package io.taktstrom.ads.simulator.memory;

import org.jspecify.annotations.NullMarked;
