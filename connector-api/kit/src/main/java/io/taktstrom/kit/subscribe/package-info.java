/**
 * From what a device pushes to one sink.
 *
 * <pre>
 *   receiving thread --&gt; PushSubscription: bounded, newest kept, a thread of its own --&gt; SinkGate --&gt; sink
 *   a connector that hands over itself ---------------------------------------------&gt; SinkGate --&gt; sink
 * </pre>
 *
 * <p>A connector that polls needs none of this: the stream polls it.
 */
@NullMarked
package io.taktstrom.kit.subscribe;

import org.jspecify.annotations.NullMarked;
