/**
 * What every connector would write again, on the SPI alone. Rooms: {@code session} guards the SPI, {@code subscribe} leads to sinks,
 * {@code plan} says what is read together, {@code value} turns bytes into samples, {@code tcp} has links, {@code event} tells Flight Recorder. Here is what all need:
 *
 * <pre>
 *   what a device may cost              threads that live long
 *   MemoryBudget   bytes held for it     RestartingThread   begins again after a failure, reported and counted
 *   MemoryReservation       ... by one thing      ScheduledTask            work that comes round, on threads that all share
 *   Deadline      time, all together    Fatal           what no thread may survive
 *
 *   what must stay ours
 *   PrivateFiles  for the eyes of their owner, from their first moment on
 *   TrustedFile   code that no other user can have put there
 * </pre>
 */
@NullMarked
package io.taktstrom.kit;

import org.jspecify.annotations.NullMarked;
