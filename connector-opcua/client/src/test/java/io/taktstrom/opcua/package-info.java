/** Tests of the OPC UA connector. */
@org.jspecify.annotations.NullMarked
package io.taktstrom.opcua;
