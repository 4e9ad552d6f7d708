/**
 * Where samples come from, whatever happens to the device.
 *
 * <pre>
 *  ManagedConnection  (one thread: connect, heartbeat, back off, for ever)
 *     |
 *     +-- Session            one live Connection and its subscriptions; dies with it
 *     |      |-- pushed by the device --------------.
 *     |      |-- Poller (one thread): read, read, ..|
 *     |      '-- BlockSubscription: a Poller whose  |
 *     |          images of rings become samples ----|
 *     |                                             v
 *     '-- ScanFeed           one per Scan, outlives all sessions: one group, one numbering,
 *            |               every point Bad once per loss, nothing late
 *            |               (refused, or counted and marked)
 *            v
 *        SampleSink
 * </pre>
 */
@NullMarked
package io.taktstrom.stream.source;

import org.jspecify.annotations.NullMarked;
