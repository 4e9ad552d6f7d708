/**
 * Samples faster than any device can send them, out of rings in its memory.
 *
 * <pre>
 *  Poller --images--&gt; BlockSubscription --&gt; DeviceRing (one per ring) --&gt; BlockSink --batches--&gt; SampleSink
 *                        |   ^                  |
 *              BlockPlan-'   |                  '--&gt; DeviceRingCursor   how far it was read; outlives sessions (BlockProgress)
 *     (looked up again)      '-- BlockMeter              |
 *                                                        '--&gt; DeviceRingLayout   where its parts are
 * </pre>
 */
@NullMarked
package io.taktstrom.stream.block;

import org.jspecify.annotations.NullMarked;
