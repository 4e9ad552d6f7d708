/**
 * What all simulators have in common: a model file in YAML, values that move, and clients that come.
 *
 * <pre>
 *  YAML text --> io.taktstrom.text.Node, each knows its line and column
 *                          |
 *                          v
 *                     YamlFields --> the simulator's own model     what is wrong: ModelException
 *                          |
 *                          v
 *                   WaveformReader --> Waveform --> Motion         the bits of the value in cycle n
 *
 *  clients --> SocketListener --> SocketConnection, a thread each   ConnectionAdmission: who may stay, within ConnectionLimits
 *                                     |                             Connections: who is there
 *                                     v
 *                                 the protocol's own &lt;-- Faults     what goes wrong, with which requests
 *
 *  SimulatorBuilder --> Simulator: its address, its values
 * </pre>
 *
 * <p>A value with a waveform is a function of the cycle's number. So only what is read has to be computed, and
 * a reader of a counter can prove which cycle it has seen.
 */
@NullMarked
package io.taktstrom.simulation;

import org.jspecify.annotations.NullMarked;
