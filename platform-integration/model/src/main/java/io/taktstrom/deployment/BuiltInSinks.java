package io.taktstrom.deployment;

import java.time.Duration;
import java.util.List;

import io.taktstrom.descriptor.ByteSize;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;

/** The sinks that need nothing but this machine. Each option is a constant, for {@link SinkConfig#get}. */
public final class BuiltInSinks {

    private static final OptionType.Text FILE = new OptionType.Text(".+", "the path of a file");

    public static final Option<String> JSONL_PATH = Option.text(
            "path", FILE, null, "File to append to; a relative path starts at the deployment file's directory.");

    public static final Option<String> JSONL_ROTATE = Option.text(
            "rotate",
            new OptionType.Text("never|" + ByteSize.PATTERN_BODY, "'never' or a size such as 100MiB"),
            "never",
            "Size at which the file is closed, renamed and begun anew.");

    public static final Option<Duration> SYNC = Option.time(
            "sync",
            Duration.ZERO,
            Duration.ofHours(1),
            Duration.ofSeconds(1),
            "How long, while samples come, what was written may be missing on the disk; 0s waits for the disk each time.");

    public static final Option<String> CSV_PATH = Option.text(
            "path", FILE, null, "File to append to; a relative path starts at the deployment file's directory.");

    public static final Option<String> CSV_FORMULAS = Option.choice(
            "formulas",
            List.of("mark", "keep"),
            "mark",
            "What becomes of a text that a spreadsheet would execute, because it begins with = + - @, a tab or a line's end and"
                    + " is no number: 'mark' puts a ' in front of it, and of a text that begins with ' itself.");

    public static final SinkDescriptor CONSOLE =
            new SinkDescriptor("console", "Prints each sample as a line of text.", List.of());

    public static final SinkDescriptor JSONL = new SinkDescriptor(
            "jsonl", "Appends each sample as a line of JSON.", List.of(JSONL_PATH, JSONL_ROTATE, SYNC));

    public static final SinkDescriptor CSV = new SinkDescriptor(
            "csv", "Appends each sample as a row of a CSV file.", List.of(CSV_PATH, SYNC, CSV_FORMULAS));

    private BuiltInSinks() {}
}
