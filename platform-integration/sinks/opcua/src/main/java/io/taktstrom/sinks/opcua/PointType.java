package io.taktstrom.sinks.opcua;

import io.taktstrom.model.DataType;
import io.taktstrom.opcua.server.type.VariableType;
import org.eclipse.milo.opcua.stack.core.types.builtin.NodeId;

/**
 * The type of a point, and what it is in OPC UA.
 *
 * @param id of the data type
 */
record PointType(DataType type, VariableType ours, NodeId id) {}
