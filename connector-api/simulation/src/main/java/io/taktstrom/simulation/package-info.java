/**
 * What all simulators have in common: a model file in YAML, values that move, clients, faults and counters.
 *
 * <pre>
 *  YAML text --> io.taktstrom.text.Node, each knows its line and column
 *                          |
 *                          v
 *              YamlFields, RecordFields --> the simulator's own model     an error is a ModelException
 *                          |
 *                          v
 *                   WaveformReader --> Waveform --> Motion                the bits of the value in cycle n
 *                                                     `-> Signal in a DeviceMemory
 *
 *  clients --> SocketListener --> SocketConnection, a thread each         Connections: who is connected, within ConnectionLimits
 *                                     |
 *                                     v
 *                          the protocol's answers &lt;-- DeviceFaults      which requests fail, and how
 *
 *  SimulatorBuilder --> SocketSimulator: address, values, power, counters
 * </pre>
 *
 * <p>A value with a waveform is a function of the cycle's number. So only what is read has to be computed, and
 * a reader of a counter can prove which cycle it has seen.
 */
@NullMarked
package io.taktstrom.simulation;

import org.jspecify.annotations.NullMarked;
