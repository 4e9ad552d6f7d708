package io.taktstrom.ads.simulator.plc;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.simulator.memory.PlcVariable;
import io.taktstrom.ads.simulator.memory.Program;
import io.taktstrom.ads.simulator.model.PlcMethod;
import io.taktstrom.ads.simulator.model.PlcType;
import io.taktstrom.data.Values;
import io.taktstrom.simulation.MethodBody;
import org.jspecify.annotations.Nullable;

/**
 * A method of one function block of the program: what a handle of {@code instance#method} stands for.
 *
 * @param key of its name, which its body is known by
 */
record MethodInstance(String key, PlcMethod method) {

    /** Null when the program has no such function block, or that no such method. */
    static @Nullable MethodInstance find(Program program, String name) {
        int end = name.indexOf('#');
        PlcVariable block = end < 0 ? null : program.find(name.substring(0, end));
        if (block == null || !(block.type().resolved() instanceof PlcType.Structure structure)) {
            return null;
        }
        return structure.methods().stream()
                .filter(method -> method.name().equalsIgnoreCase(name.substring(end + 1)))
                .findFirst()
                .map(method -> new MethodInstance(PlcVariable.key(name), method))
                .orElse(null);
    }

    /** Runs a call; the number of bytes that it gives, or the complement of an error. */
    int call(@Nullable MethodBody body, ByteBuffer in, int inAt, int written, ByteBuffer out, int at, int room) {
        List<PlcType> types = method.inputs();
        if (written != PlcMethod.bytes(types) || room < PlcMethod.bytes(method.outputs())) {
            return ~AdsErrorCode.INVALID_SIZE;
        }
        List<Object> inputs = new ArrayList<>();
        int next = inAt;
        for (PlcType type : types) {
            inputs.add(Values.read(type.image(), in, next, type.bytes()));
            next += type.bytes();
        }
        try {
            ByteBuffer answer = method.answer(body == null ? method.returns() : body.call(inputs));
            out.put(at, answer, 0, answer.capacity());
            return answer.capacity();
        } catch (IllegalArgumentException e) {
            return ~AdsErrorCode.INVALID_DATA;
        }
    }
}
