/**
 * The integrity run: devices that count, trouble on the way, and nothing that may be missing without a mark.
 *
 * <pre>
 *   device that counts --- FaultProxy --- ManagedConnection --&gt; DeviceTap --&gt; Pipeline --&gt; RoundVerdict
 *   (simulator, or a        ^ stall, cut,                        ^ hears at once
 *    foreign server)        | outage                             | that a session is given up
 *                           '--------------- IntegrityRound (seed) -------'
 * </pre>
 *
 * <p>{@code ./takt test integrity} runs a thousand rounds of each; the ordinary build twenty.
 */
@NullMarked
package io.taktstrom.runtime.integrity;

import org.jspecify.annotations.NullMarked;
