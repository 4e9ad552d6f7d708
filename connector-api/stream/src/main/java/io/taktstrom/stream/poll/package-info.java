/**
 * Keeps the time where a device does not push.
 *
 * <pre>
 *  Connection.read &lt;-- Poller (absolute schedule) --&gt; Changes (with ON_CHANGE) --&gt; SampleSink
 *                        |
 *                        '--&gt; PollMeter      lateness, jitter, overruns, failures
 * </pre>
 */
@NullMarked
package io.taktstrom.stream.poll;

import org.jspecify.annotations.NullMarked;
