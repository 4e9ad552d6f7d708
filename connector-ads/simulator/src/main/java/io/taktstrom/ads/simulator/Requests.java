package io.taktstrom.ads.simulator;

import io.taktstrom.simulation.FaultScope;

/**
 * Which requests a fault is about.
 *
 * @param command see {@code AdsCommand}; 0 for any
 * @param firstGroup lowest index group, unsigned
 * @param lastGroup highest index group, unsigned; commands without one have group 0
 * @param skip so many matching requests go well first
 * @param times then so many go wrong; 0 for all
 */
public record Requests(int command, int firstGroup, int lastGroup, int skip, int times) implements FaultScope {

    private static final int NO_COMMAND = -1;

    public Requests {
        FaultScope.check(skip, times);
    }

    static Requests none() {
        return ofCommand(NO_COMMAND);
    }

    public static Requests all() {
        return new Requests(0, 0, -1, 0, 0);
    }

    public static Requests ofCommand(int command) {
        return new Requests(command, 0, -1, 0, 0);
    }

    /** Read, write, read-write and add-notification requests of index groups in a range, both ends included. */
    public static Requests groups(int first, int last) {
        return new Requests(0, first, last, 0, 0);
    }

    /** These requests, but only the next {@code count}. */
    public Requests times(int count) {
        return new Requests(command, firstGroup, lastGroup, skip, count);
    }

    /** These requests, but not the next {@code count}. */
    public Requests after(int count) {
        return new Requests(command, firstGroup, lastGroup, count, times);
    }

    /** Whether a request of this command, to this index group, is among them. */
    static boolean match(FaultScope requests, int requestCommand, int group) {
        return requests instanceof Requests own
                && (own.command == 0 || own.command == requestCommand)
                && Integer.compareUnsigned(group, own.firstGroup) >= 0
                && Integer.compareUnsigned(group, own.lastGroup) <= 0;
    }
}
