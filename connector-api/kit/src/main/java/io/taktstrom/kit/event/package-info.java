/**
 * What Java Flight Recorder is told of us: one event for each call, batch or change of state, none for a single sample.
 *
 * <pre>
 *   GuardedConnection --RequestEvent----.
 *   ScanFeed -----------NotificationEvent\
 *   SessionLoop --------SessionEvent      \
 *   PollMeter ----------OverrunEvent       +--&gt; Flight Recorder --&gt; takt profile, JDK Mission Control
 *   Pipeline -----------BatchEvent        /     (off: a look at a field)
 *              '--------DropEvent        /
 *   Spill --------------SpillEvent      /
 *   a sink -------------DeliveryEvent -'
 * </pre>
 *
 * <p>{@code taktstrom.jfc} beside these classes switches them on, with what of the JDK's own events explains them, and without those that
 * could show a secret. Names and fields are stable; {@code docs/reference/jfr.md} lists them.
 */
@NullMarked
package io.taktstrom.kit.event;

import org.jspecify.annotations.NullMarked;
