/** Tests of the OPC UA connector with third-party servers, through a proxy where they are to misbehave. */
@org.jspecify.annotations.NullMarked
package io.taktstrom.opcua;
