package io.taktstrom.simulation;

import java.util.List;

/** What a call of a method does, when a program that embeds a simulator says so. Called by the simulator's threads. */
@FunctionalInterface
public interface MethodBody {

    /**
     * Runs a call.
     *
     * @param inputs as {@code io.taktstrom.data.Values} has values, one for each of the method's inputs
     * @return one for each of the method's outputs; what it returns is the first of them
     * @throws IllegalArgumentException to have the call fail: as an invalid argument in OPC UA, as invalid data in ADS
     */
    List<Object> call(List<Object> inputs);
}
