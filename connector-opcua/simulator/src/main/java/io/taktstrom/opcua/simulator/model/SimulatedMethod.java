package io.taktstrom.opcua.simulator.model;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.taktstrom.opcua.server.type.PlainValue;
import io.taktstrom.opcua.server.type.VariableType;

/**
 * A method of the server.
 *
 * @param name with at least one folder, which is the object that has the method
 * @param delay before it answers
 */
public record SimulatedMethod(
        String name,
        Map<String, VariableType> inputs,
        Map<String, VariableType> outputs,
        Result result,
        Duration delay,
        String comment) {

    /** What a call leads to. */
    public sealed interface Result {

        /** The inputs are the outputs. */
        record Echo() implements Result {}

        /** Always these outputs. */
        record Returns(List<Object> outputs) implements Result {
            public Returns {
                outputs = List.copyOf(outputs);
            }
        }

        /** It fails with this status. */
        record Fails(int status) implements Result {}
    }

    public SimulatedMethod {
        if (!name.contains(".")) {
            throw new IllegalArgumentException("method " + name + " is in no folder; write one before it, with a dot");
        }
        List<VariableType> types = List.copyOf(outputs.values());
        if (result instanceof Result.Echo && !List.copyOf(inputs.values()).equals(types)) {
            throw new IllegalArgumentException("method " + name + " echoes: its outputs must have its inputs' types");
        }
        if (result instanceof Result.Returns returns) {
            if (returns.outputs().size() != types.size()) {
                throw new IllegalArgumentException("method " + name + " returns "
                        + returns.outputs().size() + " values, but has " + types.size() + " outputs");
            }
            result = new Result.Returns(IntStream.range(0, types.size())
                    .mapToObj(i ->
                            PlainValue.normal(types.get(i), returns.outputs().get(i)))
                    .toList());
        }
    }
}
