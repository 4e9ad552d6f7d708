package io.taktstrom.simulation;

/**
 * Which requests a fault affects.
 *
 * @param command the protocol's number of the request, for example an ADS command or an S7 function; 0 for any
 * @param firstGroup lowest index group, unsigned; requests without one have group 0
 * @param lastGroup highest index group, unsigned
 * @param skip the first matching requests, which are answered normally
 * @param times how many requests fail after them; 0 for all
 */
public record FaultScope(int command, int firstGroup, int lastGroup, int skip, int times) {

    private static final int NO_COMMAND = -1;

    public FaultScope {
        if (skip < 0 || times < 0) {
            throw new IllegalArgumentException("skip " + skip + " and times " + times + " must not be negative");
        }
    }

    public static FaultScope all() {
        return ofCommand(0);
    }

    /** Of a fault that affects something other than whole requests. */
    public static FaultScope none() {
        return ofCommand(NO_COMMAND);
    }

    public static FaultScope ofCommand(int command) {
        return new FaultScope(command, 0, -1, 0, 0);
    }

    /** Requests of index groups in a range, both ends included. */
    public static FaultScope groups(int first, int last) {
        return new FaultScope(0, first, last, 0, 0);
    }

    /** These requests, but only the next {@code count}. */
    public FaultScope times(int count) {
        return new FaultScope(command, firstGroup, lastGroup, skip, count);
    }

    /** These requests, but not the next {@code count}. */
    public FaultScope after(int count) {
        return new FaultScope(command, firstGroup, lastGroup, count, times);
    }

    boolean matches(int requestCommand, int group) {
        return (command == 0 || command == requestCommand)
                && Integer.compareUnsigned(group, firstGroup) >= 0
                && Integer.compareUnsigned(group, lastGroup) <= 0;
    }
}
