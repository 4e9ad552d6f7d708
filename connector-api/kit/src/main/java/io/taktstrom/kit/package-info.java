/**
 * What every connector needs, on the SPI alone. Packages: {@code session} guards the SPI and leads to sinks, {@code plan}
 * says what is read together, {@code value} turns bytes into samples, {@code tcp} has links, {@code tls} secures them,
 * {@code trust} says which peers are trusted, {@code event} is for Flight Recorder.
 *
 * <pre>
 *   limits of a device                         threads
 *   MemoryBudget  bytes held for it            RestartingThread  restarts after a failure, which is reported and counted
 *   Deadline      time of many requests        ScheduledTask     a step that runs when it is due, on shared threads
 *                                              Fatal             errors that no thread may survive
 *   files
 *   PrivateFiles  readable by their owner only
 *   TrustedFile   code that no other user can have put there
 * </pre>
 */
@NullMarked
package io.taktstrom.kit;

import org.jspecify.annotations.NullMarked;
