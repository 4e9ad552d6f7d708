package io.taktstrom.s7.simulator;

import io.taktstrom.s7.protocol.s7.S7Function;
import io.taktstrom.simulation.FaultScope;

/**
 * Which requests a fault is about.
 *
 * @param function see {@link S7Function}; 0 for any, {@link #USER_DATA} for questions to the system
 * @param skip so many matching requests go well first
 * @param times then so many go wrong; 0 for all
 */
public record Requests(int function, int skip, int times) implements FaultScope {

    /** Identification, lists, passwords. */
    public static final int USER_DATA = 0x100;

    private static final int NO_FUNCTION = -1;

    public Requests {
        FaultScope.check(skip, times);
    }

    public static Requests all() {
        return new Requests(0, 0, 0);
    }

    public static Requests ofFunction(int function) {
        return new Requests(function, 0, 0);
    }

    static Requests none() {
        return new Requests(NO_FUNCTION, 0, 0);
    }

    /** These requests, but only the next {@code count}. */
    public Requests times(int count) {
        return new Requests(function, skip, count);
    }

    /** These requests, but not the next {@code count}. */
    public Requests after(int count) {
        return new Requests(function, count, times);
    }

    /** Whether a request of this function is among them. */
    static boolean match(FaultScope requests, int requestFunction) {
        return requests instanceof Requests own && (own.function == 0 || own.function == requestFunction);
    }
}
