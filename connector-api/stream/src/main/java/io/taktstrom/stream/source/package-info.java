/**
 * Where samples come from, whatever happens to the device.
 *
 * <pre>
 *  ManagedConnection  what a program holds
 *     |
 *     |-- LastingConnection    reads, writes, records: each call goes to the session that lives, or waits for one
 *     |
 *     |-- ConnectionStatus     what others see of the loop: the state, why, the session that lives
 *     |
 *     +-- SessionLoop          connect, heartbeat, back off, for ever; no thread while it waits
 *     |      '-- LiveSession   one live Connection and its subscriptions; dies with it
 *     |             |-- pushed by the device ---------.
 *     |             |-- Poller                        |
 *     |             '-- BlockSubscription             |
 *     |                                               v
 *     '-- Feeds: ScanFeed      one per Scan, outlives all sessions: one group, one numbering,
 *                   |          every point Bad once per loss, nothing late
 *                   |          (refused, or counted and marked)
 *                   v
 *               SampleSink
 * </pre>
 */
@NullMarked
package io.taktstrom.stream.source;

import org.jspecify.annotations.NullMarked;
