/** Tests of the simulator with third-party clients. */
@org.jspecify.annotations.NullMarked
package io.taktstrom.opcua.simulator;
