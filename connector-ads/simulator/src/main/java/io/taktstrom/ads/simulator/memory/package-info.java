/**
 * The memory of a PLC: where variables lie, what their bytes are, and what moves them.
 *
 * <pre>
 *  model.Symbol --> Program --> Variable: name, type, place
 *                     |
 *                     v
 *                    Area: bytes &lt;-- MovingMemory: Signal, RingWriter; computed when looked at
 * </pre>
 */
@NullMarked
package io.taktstrom.ads.simulator.memory;

import org.jspecify.annotations.NullMarked;
