/**
 * Commands from outside: the gate, its records, and who writes to the devices.
 *
 * <pre>
 *  CommandSource --submit--> inbox --> RunningCommands: read, listed, writable, in time, first? --> DeviceWriter (one per device)
 *                                           |                                                     | limits, read, write, read
 *                                           v                                                     v
 *                                      CommandRecords: AuditFile, RememberedIds  ------------> CommandAnswer
 * </pre>
 */
@NullMarked
package io.taktstrom.runtime.command;

import org.jspecify.annotations.NullMarked;
