/**
 * A deployment, running, and what becomes of it when another one takes its place.
 *
 * <pre>
 *  Deployment
 *   connections --> RunningConnection: ManagedConnection, points found by browsing
 *   points ------>    Scan (points sampled alike that go the same way) --+--> RunningStream a.file --> SwitchableInlet --> sink file
 *   streams ----->    Scan --------------------------------------------- +--> RunningStream a.mqtt --> SwitchableInlet --> sink mqtt
 *   sinks                                                                       |
 *                                                     Accounting: received = published + buffered + dropped
 *
 *  all of it --HealthSnapshot--> health: facts, reasons, events        alarm: rules over facts and over samples that pass
 *
 *  reload: new sinks and rings --> changed sinks --> connections --> former rings, once they are empty
 *          (any of these fails: undone, the former deployment runs on)
 * </pre>
 */
@NullMarked
package io.taktstrom.runtime;

import org.jspecify.annotations.NullMarked;
