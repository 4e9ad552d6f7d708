/**
 * A TwinCAT-like PLC on a socket.
 *
 * <pre>
 *  SocketListener --> PlcConnection, a thread each               AdsSimulator  the API: start, get, set, faults
 *                 |  frames, routing, faults                            |
 *                 v                                                     v
 *  protocol:    AdsRequestHandler ----------+------------------> SimulatedPlc  the lock, what threads share
 *                 |                         |                           |
 *                 |                         v                           v
 *                 |                  plc:  PlcDevice :851, SystemDevice :10000, Plc
 *                 v                                                     |
 *               NotificationTable                                       v
 *                 ^     |                                    memory: Program, PlcMemory      table: SymbolTables
 *   PlcTask       |     v
 *   every cycle   +   Subscriber: frame --> Outbox, a thread each --> PlcConnection
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
