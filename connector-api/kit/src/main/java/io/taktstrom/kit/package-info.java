/**
 * What every connector would write again, on the SPI alone. Rooms: {@code session} guards the SPI, {@code subscribe} leads to sinks,
 * {@code plan} says what is read together, {@code value} turns bytes into samples, {@code tcp} has links, {@code event} tells Flight Recorder. Here is what all need:
 *
 * <pre>
 *   what a device may cost              threads that live long
 *   MemoryBudget   bytes held for it     GuardedThread   begins again after a failure, reported and counted
 *   MemoryReservation       ... by one thing      Duty            work that comes round, on threads that all share
 *   Deadline      time, all together    Fatal           what no thread may survive
 *
 *   what must stay ours
 *   PrivateFiles  for the eyes of their owner, from their first moment on
 *   TrustedFile   code that nobody else can have put there; plugin: connectors, sinks and stages from a folder
 * </pre>
 */
@NullMarked
package io.taktstrom.kit;

import org.jspecify.annotations.NullMarked;
