/**
 * A deployment, running.
 *
 * <pre>
 *  Deployment
 *   connections --> DeviceSupply: ManagedConnection, points found by browsing
 *   points ------>    Scan (points sampled alike that go the same way) --+--> Pipeline a.file --> sink file
 *   streams ----->    Scan --------------------------------------------- +--> Pipeline a.mqtt --> sink mqtt
 *   sinks                                                                       |
 *                                                     Accounting: received = published + buffered + dropped
 * </pre>
 */
@NullMarked
package io.taktstrom.runtime;

import org.jspecify.annotations.NullMarked;
