package io.taktstrom.ads.symbol;

import java.util.function.Consumer;
import java.util.function.Supplier;

import io.taktstrom.kit.Deadline;

/**
 * What a walk over a device's symbols keeps to.
 *
 * @param where the device, for messages
 * @param page begins the time for one page: a pattern that nothing matches makes one of the whole device
 * @param most variables and parts
 * @param notices told what was left out
 */
public record BrowseRules(String where, Supplier<Deadline> page, int most, Consumer<String> notices) {

    /** Ten times what the largest programs have. */
    public static final int MAX_NODES = 10_000_000;
}
