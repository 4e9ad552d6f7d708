/** The OPC UA connector on the simulator: the contract of all connectors, and what only a simulator can provoke. */
@NullMarked
package io.taktstrom.opcua.contract;

import org.jspecify.annotations.NullMarked;
