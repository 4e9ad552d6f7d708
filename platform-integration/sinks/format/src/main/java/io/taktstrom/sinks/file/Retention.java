package io.taktstrom.sinks.file;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * What becomes of files that are complete. The latest ones are kept.
 *
 * @param finish what each becomes; null when it stays as it is
 * @param keepFiles so many; 0 for any number
 * @param keepBytes so many bytes together; 0 for any number
 * @param keepFor so long after the last write; 0 for ever
 */
record Retention(@Nullable Finish finish, int keepFiles, long keepBytes, Duration keepFor) {

    /** They stay as they are, where they are, for ever. */
    static final Retention FOR_EVER = new Retention(null, 0, 0, Duration.ZERO);

    boolean isNothing() {
        return equals(FOR_EVER);
    }
}
