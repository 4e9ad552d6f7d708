package io.taktstrom.model;

import java.util.Arrays;
import java.util.stream.Collectors;

/** What a ring does with a sample for which it has no room. Whatever is lost is counted, and marks the next sample. */
public enum OverflowPolicy {
    /** The source waits, for a while; then the sample that arrives is dropped. */
    BLOCK("block"),
    /** The sample that arrives is dropped. */
    DROP_NEWEST("dropNewest"),
    /** The sample that has waited longest is dropped. */
    DROP_OLDEST("dropOldest"),
    /**
     * The ring holds the latest sample of each point and no other, full or not; a newer one takes the older one's place
     * in the order, which is counted but not lost, and so not marked. When even so there is no room, the sample that has
     * waited longest is dropped.
     */
    CONFLATE("conflate"),
    /**
     * The samples that wait go to a disk, and from there to the sink, in order. Where the disk cannot take them either, the
     * source waits for a while, and then the sample that has waited longest in memory is dropped.
     */
    SPILL("spill");

    private final String text;

    OverflowPolicy(String text) {
        this.text = text;
    }

    /** Its name in a deployment file. */
    public String text() {
        return text;
    }

    /**
     * The policy of this name.
     *
     * @throws IllegalArgumentException when there is none; the message lists all
     */
    public static OverflowPolicy of(String text) {
        return Arrays.stream(values())
                .filter(policy -> policy.text.equals(text))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no overflow policy '" + text + "'; there are: "
                        + Arrays.stream(values()).map(OverflowPolicy::text).collect(Collectors.joining(", "))));
    }
}
