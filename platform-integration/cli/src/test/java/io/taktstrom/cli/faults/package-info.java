/**
 * The thirty faults: {@code takt run} in a process of its own, each fault as it happens in a plant, and a page with what came of it.
 *
 * <pre>
 *   CountedDevice --- FaultProxy --- TaktRun (a process) --- FaultProxy --- Receiver (a server)
 *      | counts           ^             ^ health, metrics        ^             | samples, as it has them
 *      |                  '------- SourceFault, SinkFault, ------'             v
 *      '---------------------------- ProcessFault -----------------------&gt; Losses --&gt; Row --&gt; docs/reliability.md
 * </pre>
 *
 * <p>{@code ./takt test faults} plays them all; {@code -Dtakt.faults.only=REGEX} those whose row begins like this.
 */
@NullMarked
package io.taktstrom.cli.faults;

import org.jspecify.annotations.NullMarked;
