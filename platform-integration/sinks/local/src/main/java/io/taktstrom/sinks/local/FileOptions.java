package io.taktstrom.sinks.local;

import java.time.Duration;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;

/** Options of every sink that is a file. */
final class FileOptions {

    static final Option<String> PATH = Option.text(
            "path",
            new OptionType.Text(".+", "the path of a file"),
            null,
            "File to append to; a relative path starts at the deployment file's directory.");

    static final Option<Duration> SYNC = Option.time(
            "sync",
            Duration.ZERO,
            Duration.ofHours(1),
            Duration.ofSeconds(1),
            "How long, while samples come, what was written may be missing on the disk; 0s waits for the disk each time.");

    private FileOptions() {}
}
