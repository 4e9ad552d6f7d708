package io.taktstrom.ads.symbol;

import org.jspecify.annotations.Nullable;

/**
 * What the tables say to an address.
 *
 * @param located null when there is no such variable or part
 * @param outOfBounds why an index of the address is none, with the bounds; empty unless that is the reason
 */
public record Found(@Nullable Located located, String outOfBounds) {

    static final Found NOTHING = new Found(null, "");

    static Found at(Located located) {
        return new Found(located, "");
    }
}
