/**
 * Carries ADS commands to a device and their answers back: the backend {@code java}.
 *
 * <pre>
 *   JavaBackend           one per connection: our AMS port, the target's address, its notification handles
 *       |  LinkUser          what a link knows of it
 *       v
 *   RouterLink            one per router, shared: a TCP connection and the requests that are on their way
 *     InFlight: Slot, ...   requests, found again by their invoke ids
 *     Sending, Sender       frames out: one thread at a time, those that go together in one write
 *     IncomingFrames        frames in: whoever holds the read role
 *     Notifications         what the device sends unasked: a NotificationQueue, and the Receiver,
 *                           a thread that is there while there are any; it calls the listeners
 * </pre>
 *
 * <p>A thread that wants something sends its request and then, if nobody reads, reads by itself: until its own answer
 * is there, handing others theirs. So a single thread needs no other, and nobody waits while an answer lies in the
 * socket.
 */
@NullMarked
package io.taktstrom.ads.engine;

import org.jspecify.annotations.NullMarked;
