package io.taktstrom.opcua.simulator;

import java.util.List;

/** What a call of a method does, when a program that embeds the simulator says so. Called by the server's threads, many at once. */
@FunctionalInterface
public interface MethodBody {

    /**
     * Runs a call.
     *
     * @param inputs as {@code io.taktstrom.data.Values} has values, one for each of the method's inputs
     * @return one for each of the method's outputs
     * @throws IllegalArgumentException to have the call fail with Bad_InvalidArgument
     */
    List<Object> call(List<Object> inputs);
}
