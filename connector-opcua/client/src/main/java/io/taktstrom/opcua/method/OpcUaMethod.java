package io.taktstrom.opcua.method;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.opcua.service.Methods;
import io.taktstrom.opcua.service.NodeRef;

/** A method of an object on a server. Belongs to the connection that found it, and needs no closing. */
public final class OpcUaMethod {

    private final String name;
    final NodeRef object;
    final NodeRef method;
    final ArgumentGroup arguments;
    final List<Methods.Argument> outputs;
    private final List<String> outputTypes;

    OpcUaMethod(
            String name,
            NodeRef object,
            NodeRef method,
            ArgumentGroup arguments,
            List<Methods.Argument> outputs,
            List<String> outputTypes) {
        this.name = name;
        this.object = object;
        this.method = method;
        this.arguments = arguments;
        this.outputs = outputs;
        this.outputTypes = outputTypes;
    }

    /** What it takes: a point for each argument, with its name and type. */
    public PointGroup inputs() {
        return arguments;
    }

    /** As people write it: {@code Start(speed: DINT, mode: STRING[255]) -> (accepted: Boolean)}. */
    public String signature() {
        List<String> taken = new ArrayList<>();
        for (int i = 0; i < arguments.size(); i++) {
            taken.add(arguments.points().get(i).name() + ": "
                    + arguments.typeAt(i).text());
        }
        List<String> given = new ArrayList<>();
        for (int i = 0; i < outputs.size(); i++) {
            given.add(outputs.get(i).name() + ": " + outputTypes.get(i));
        }
        return name + "(" + String.join(", ", taken) + ")"
                + (given.isEmpty() ? "" : " -> (" + String.join(", ", given) + ")");
    }

    @Override
    public String toString() {
        return signature();
    }
}
