package io.taktstrom.ads.simulator.model;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import io.taktstrom.data.Values;
import io.taktstrom.descriptor.Counted;
import org.jspecify.annotations.Nullable;

/**
 * A method of a function block that clients may call.
 *
 * @param type of what it returns, or null
 * @param parameters in the order of the program
 * @param returns values of its {@link #outputs}; none for zeros
 */
public record PlcMethod(String name, @Nullable PlcType type, List<Parameter> parameters, List<Object> returns) {

    /** What goes in, comes out, or both. */
    public record Parameter(String name, PlcType type, boolean in, boolean out) {}

    /** Types of its inputs. */
    public List<PlcType> inputs() {
        return parameters.stream().filter(Parameter::in).map(Parameter::type).toList();
    }

    /** Types of what it returns, and of its outputs. */
    public List<PlcType> outputs() {
        List<PlcType> outputs = new ArrayList<>();
        if (type != null) {
            outputs.add(type);
        }
        parameters.stream().filter(Parameter::out).map(Parameter::type).forEach(outputs::add);
        return outputs;
    }

    Stream<PlcType> types() {
        return Stream.concat(inputs().stream(), outputs().stream());
    }

    /**
     * The bytes of an answer, without gaps.
     *
     * @param values of its outputs; none for zeros
     * @throws IllegalArgumentException when the values are not those of the outputs
     */
    public ByteBuffer answer(List<Object> values) {
        List<PlcType> outputs = outputs();
        if (!values.isEmpty() && values.size() != outputs.size()) {
            throw new IllegalArgumentException("method " + name + " returns " + Counted.of(values.size(), "value")
                    + ", but has " + Counted.of(outputs.size(), "output"));
        }
        ByteBuffer answer = ByteBuffer.allocate(bytes(outputs));
        for (int i = 0; i < values.size(); i++) {
            answer.put(Values.image(outputs.get(i).image(), values.get(i)).rewind());
        }
        return answer;
    }

    /** How many bytes values of these types take together. */
    public static int bytes(List<PlcType> types) {
        return types.stream().mapToInt(PlcType::bytes).sum();
    }
}
