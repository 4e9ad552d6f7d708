/**
 * What a test of a connector needs: faults on the wire, meters, clocks, sinks. For our own connectors and for yours.
 *
 * <pre>
 *                 arm(Fault)            seed
 *                     |                  |
 *                 +---v------------------v---+
 *   client ------>|  FaultProxy  TO_SERVER   |------> server
 *          &lt;------|  127.0.0.1:n TO_CLIENT   |&lt;------ (device or simulator)
 *                 +--------------------------+
 *
 *   client &lt;--Wire--> ScriptedServer: a device of a few lines, which can go and come back
 *
 *   source --SampleBatch--> RecordingSink --await--> test        ManualClock: time passes when the test says so
 *
 *   AllocationMeter: bytes per operation, on this thread or on others
 * </pre>
 */
@NullMarked
package io.taktstrom.testkit;

import org.jspecify.annotations.NullMarked;
