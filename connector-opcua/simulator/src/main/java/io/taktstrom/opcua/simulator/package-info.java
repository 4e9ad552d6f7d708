/**
 * An OPC UA server on a socket, on what {@code io.taktstrom.opcua.server} has of endpoints, types and values.
 *
 * <pre>
 *  OpcUaSimulator   the API: start, get, set, fire, restart, revoke          Authority   a throw-away CA and certificates
 *       |
 *       v
 *  ServerState       what outlives a restart: model, limits, counters, and
 *       |           each UaVariable: its value, its ValueHistory, its monitored items
 *       v
 *  ServerRun             one run of Milo's server: sockets, sessions, threads
 *       +-- ModelNamespace          the nodes; HistoryReading, SimulatedMethodCall
 *       +-- CycleThread           the thread that begins cycles and so pushes values to monitored items
 *       +-- EventSource    sends events
 * </pre>
 *
 * <p>Values are pushed to monitored items by the cycle that makes them; nothing samples. So each cycle of a counter reaches
 * each subscriber, or its queue says that it has overflowed.
 *
 * @see "docs/reference/opcua-simulator.md"
 */
@NullMarked
package io.taktstrom.opcua.simulator;

import org.jspecify.annotations.NullMarked;
