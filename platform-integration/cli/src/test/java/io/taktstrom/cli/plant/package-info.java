/**
 * What a plant consists of in tests of the whole: devices that count, receivers of other projects, and {@code takt run} between them
 * in a process of its own.
 *
 * <pre>
 *   CountedDevice --- FaultProxy --- TaktRun (a process) --- FaultProxy --- Receiver (a server)
 *      | counts                         ^ health, metrics                      | SeenSample: a number as it has it
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.plant;

import org.jspecify.annotations.NullMarked;
