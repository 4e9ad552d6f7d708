/** Tests of the simulator with clients that nobody here wrote. */
@org.jspecify.annotations.NullMarked
package io.taktstrom.opcua.simulator;
