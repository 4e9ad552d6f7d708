/**
 * An S7 CPU on a socket.
 *
 * <pre>
 *  SocketListener --> Connection, a thread each                  S7Simulator   the API: start, get, set, faults
 *                 |  reads all frames there are, drops             |
 *                 |  those above the granted jobs                  v
 *                 v                                              Simulation    limits, access, faults, counters
 *               Conversation --- set-up, rights, PDU size          |
 *                 |                                                v
 *                 +--> VarRequests -----------------------------> Cpu  the lock; Regions of bytes
 *                 +--> SystemRequests, SystemLists                 +-- Signal, computed when looked at
 *
 *  model: what the CPU has      memory: what its bytes mean
 * </pre>
 *
 * <p>A value with a waveform is a function of the CPU cycle's number. So only what is read has to be computed,
 * and a reader of a counter can prove which cycle it has seen.
 *
 * @see "docs/reference/s7-simulator.md"
 */
@NullMarked
package io.taktstrom.s7.simulator;

import org.jspecify.annotations.NullMarked;
