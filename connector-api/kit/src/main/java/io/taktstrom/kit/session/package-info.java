/**
 * A connection that keeps the SPI's promises; a connector fills in its protocol.
 *
 * <pre>
 *   caller --SPI, final--&gt; GuardedConnection --hooks--&gt; the connector
 *                            |  makes     ResolvedGroup         points, types, statuses, memory
 *                            |  has       GuardedSubscription   silenced, ended, told of a loss, each once: OpenSubscriptions
 *                            |             '- SinkGate          the way to one sink: numbers, marks, survives, silences
 *                            '- ends by   ConnectionEnd         closed() as a view
 *   ObjectPool   memory for calls that overlap
 * </pre>
 */
@NullMarked
package io.taktstrom.kit.session;

import org.jspecify.annotations.NullMarked;
