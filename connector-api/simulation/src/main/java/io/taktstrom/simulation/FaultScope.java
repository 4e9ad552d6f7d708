package io.taktstrom.simulation;

/**
 * Which requests a fault is about: those of a kind that the protocol knows, and of them some that come one after the other.
 * A value.
 */
public interface FaultScope {

    /** So many of them go well first. */
    int skip();

    /** Then so many go wrong; 0 for all. */
    int times();

    /** Refuses numbers that are none. */
    static void check(int skip, int times) {
        if (skip < 0 || times < 0) {
            throw new IllegalArgumentException("skip " + skip + " and times " + times + " must not be negative");
        }
    }
}
