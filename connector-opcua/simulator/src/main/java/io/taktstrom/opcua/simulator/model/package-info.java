/**
 * What a simulated OPC UA server has: variables and how their values move, methods, events, limits. Values only;
 * nothing here runs.
 *
 * <pre>
 *  YAML text --> OpcUaModel -- OpcUaLimits, users, cycle, namespace
 *  or built in        |
 *                     +-- SimulatedPoint    name, type, first value, Waveform, history; or many alike
 *                     +-- SimulatedMethod   inputs, outputs, what a call does
 *                     +-- SimulatedEvent    what is told, and how often
 * </pre>
 */
@NullMarked
package io.taktstrom.opcua.simulator.model;

import org.jspecify.annotations.NullMarked;
