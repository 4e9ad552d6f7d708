/**
 * A TwinCAT-like PLC on a socket.
 *
 * <pre>
 *  SocketListener --> Connection, a thread                           AdsSimulator  the API: start, get, set, faults
 *                 |  reads all frames there are, writes all answers       |
 *                 v                                                       v
 *               Exchange --- routing, faults ---+------------------> Simulation  the lock, what threads share
 *                 |                             |                         |
 *                 v                             v                         v
 *  protocol:    Commands, SumCommands --> plc:  PlcDevice :851, SystemDevice :10000, Plc
 *                 |                                                       |
 *                 v                                                       v
 *               Notifications                                 memory: Program, PlcMemory      table: SymbolTables
 *                 ^     |
 *   Task          |     v
 *   every cycle   +   Subscriber: frame --> NotificationSender --> Outbox, a thread each --> Connection
 * </pre>
 *
 * <p>A value with a waveform is a function of the task cycle's number. So only what is read has to be computed,
 * and a receiver of a counter can prove that it has seen every cycle.
 *
 * @see "docs/reference/ads-simulator.md"
 */
@NullMarked
package io.taktstrom.ads.simulator;

import org.jspecify.annotations.NullMarked;
