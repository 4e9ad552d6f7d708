package io.taktstrom.deployment;

import java.time.Duration;

/**
 * The file with a line for each command, and how much of it is kept.
 *
 * @param path of the file
 * @param maxBytes size beyond which a new file is started
 * @param maxAge age of its first line beyond which a new file is started
 * @param files former files that are kept; the oldest ones beyond that are deleted
 */
public record AuditConfig(String path, long maxBytes, Duration maxAge, int files) {

    public static final long STANDARD_BYTES = 64L << 20;
    public static final Duration STANDARD_AGE = Duration.ofDays(30);
    public static final int STANDARD_FILES = 12;

    /** With the defaults. */
    public static AuditConfig at(String path) {
        return new AuditConfig(path, STANDARD_BYTES, STANDARD_AGE, STANDARD_FILES);
    }
}
