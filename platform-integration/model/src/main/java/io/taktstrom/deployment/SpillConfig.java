package io.taktstrom.deployment;

import java.time.Duration;

import io.taktstrom.descriptor.ByteSize;
import io.taktstrom.descriptor.Durations;

/**
 * The part of a buffer that is on disk.
 *
 * @param folder as it stands in the file; empty for one beside the file, named like it
 * @param disk most bytes for each sink
 * @param maxAge how long samples are kept at most
 * @param sync how often what was written is forced to the disk; zero: each time
 * @param persist whether only what finds no room in memory goes to the disk, or all
 * @param replayRate most samples in a second that are read back; 0: as fast as the sink takes them
 */
public record SpillConfig(String folder, long disk, Duration maxAge, Duration sync, Persist persist, int replayRate) {

    /** What goes to the disk. */
    public enum Persist {
        ON_FULL("onFull"),
        ALWAYS("always");

        private final String text;

        Persist(String text) {
            this.text = text;
        }

        /** Its name in a deployment file. */
        public String text() {
            return text;
        }
    }

    public static final SpillConfig STANDARD =
            new SpillConfig("", 2L << 30, Duration.ofDays(7), Duration.ofSeconds(1), Persist.ON_FULL, 0);

    /** For people, for example {@code a disk (2GiB, 7d)}. */
    String text() {
        String what = persist == Persist.ALWAYS ? "a disk for all" : "a disk for more";
        return what + " (" + ByteSize.format(disk) + ", " + Durations.format(maxAge) + ", forced "
                + (sync.isZero() ? "each time" : "every " + Durations.format(sync)) + ")";
    }
}
