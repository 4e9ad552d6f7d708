/**
 * An S7 CPU on a socket.
 *
 * <pre>
 *  SocketListener --> S7Connection, a thread each                S7Simulator   the API: start, get, set, faults
 *                 |  joins and splits frames, drops requests       |
 *                 |  above the granted number                      v
 *                 v                                              Cpu   limits, access, faults, counters; the lock
 *               S7RequestHandler --- set-up, rights, PDU size      |
 *                 |                                                +-- Regions of bytes
 *                 +--> VarRequests ------------------------------> +-- Signal, computed when read
 *                 +--> SystemRequests, SystemLists
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
