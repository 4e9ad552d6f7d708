package io.taktstrom.opcua.method;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.kit.value.ArgumentGroup;
import io.taktstrom.opcua.service.Methods;
import io.taktstrom.opcua.service.NodeRef;
import io.taktstrom.opcua.value.VariableLayout;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.DeviceMethod;

/**
 * A method of an object on a server.
 *
 * @param layouts of its inputs
 * @param outputTypes names of the outputs' types
 */
record OpcUaMethod(
        MethodCalls calls,
        String name,
        NodeRef object,
        NodeRef method,
        ArgumentGroup inputs,
        List<VariableLayout> layouts,
        List<Methods.Argument> outputs,
        List<String> outputTypes)
        implements DeviceMethod {

    @Override
    public String signature() {
        List<String> given = new ArrayList<>();
        for (int i = 0; i < outputs.size(); i++) {
            given.add(outputs.get(i).name() + ": " + outputTypes.get(i));
        }
        return name + "(" + inputs.text() + ")" + (given.isEmpty() ? "" : " -> (" + String.join(", ", given) + ")");
    }

    @Override
    public SampleBatch call(SampleBatch values) throws ConnectorException {
        return calls.call(this, values);
    }

    @Override
    public String toString() {
        return signature();
    }
}
