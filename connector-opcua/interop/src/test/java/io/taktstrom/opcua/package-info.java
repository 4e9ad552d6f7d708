/** Tests of the OPC UA connector with servers that nobody here wrote, through a proxy where they are to misbehave. */
@org.jspecify.annotations.NullMarked
package io.taktstrom.opcua;
