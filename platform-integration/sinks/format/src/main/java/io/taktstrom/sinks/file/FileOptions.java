package io.taktstrom.sinks.file;

import java.io.File;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;

import io.taktstrom.descriptor.ByteSize;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.sinks.format.OptionList;
import io.taktstrom.sinks.format.PayloadOptions;
import io.taktstrom.sinks.format.Template;
import org.jspecify.annotations.Nullable;

/** Options of sinks that write files. */
public final class FileOptions {

    private static final String NEVER = "never";
    private static final String COMPRESSED = "gzip";
    private static final String LONGEST = "36500d";

    private static final OptionList OPTIONS = new OptionList();

    public static final Option<Template> PATH = OPTIONS.add(new Option<>(
            "path",
            new OptionType.Form<>("the path of a file", FileOptions::path),
            null,
            false,
            "File to append to, or a template such as {connection}/{date:yyyy-MM-dd}.jsonl; a relative path starts at the"
                    + " deployment file's directory."));

    static {
        OPTIONS.share(PayloadOptions.FIELDS, PayloadOptions.TIME_FORMAT);
    }

    public static final Option<String> ROTATE = OPTIONS.text(
            "rotate",
            NEVER + "|" + ByteSize.PATTERN_BODY,
            "'never' or a size such as 100MiB",
            NEVER,
            "Size at which a file is complete: it is renamed, and a new one begins.");

    public static final Option<Duration> ROTATE_EVERY = OPTIONS.time(
            "rotateEvery",
            "0s",
            LONGEST,
            "0s",
            "Interval of complete files, aligned in UTC: 1h at full hours, 1d at midnight. 0s for never.");

    public static final Option<String> COMPRESS =
            OPTIONS.choice("compress", List.of("none", COMPRESSED), "none", "Whether complete files are compressed.");

    public static final Option<Integer> KEEP_FILES = OPTIONS.whole(
            "keepFiles", 0, 1_000_000, 0, "Number of complete files to keep; the oldest are removed. 0 for all.");

    public static final Option<Long> KEEP_BYTES = OPTIONS.add(
            Option.size("keepBytes", 0, 1L << 60, 0, "Total size of complete files to keep. 0B for any size."));

    public static final Option<Duration> KEEP_FOR =
            OPTIONS.time("keepFor", "0s", LONGEST, "0s", "How long complete files are kept. 0s for ever.");

    public static final Option<Duration> SYNC = OPTIONS.time(
            "sync",
            "0s",
            "1h",
            "1s",
            "How long written samples may be missing on the disk; 0s waits for the disk with each write.");

    /** All, of sinks whose files stay files of lines. */
    public static final List<Option<?>> ALL = OPTIONS.all();

    private FileOptions() {}

    private static Template path(String text) {
        if (text.isEmpty() || text.endsWith("/")) {
            throw new IllegalArgumentException("'" + text + "' is not the path of a file");
        }
        return Template.parse(
                text.replace(File.separatorChar, '/'), EnumSet.allOf(Template.Name.class), FileNames::escape);
    }

    static Rotation rotation(OptionValues options) {
        String size = options.get(ROTATE);
        return new Rotation(size.equals(NEVER) ? Long.MAX_VALUE : ByteSize.parse(size), options.get(ROTATE_EVERY));
    }

    /** What {@link #COMPRESS} says that becomes of a complete file. */
    public static @Nullable Finish compression(OptionValues options) {
        return options.get(COMPRESS).equals(COMPRESSED) ? Finish.GZIP : null;
    }

    static Retention retention(OptionValues options, @Nullable Finish finish) {
        return new Retention(finish, options.get(KEEP_FILES), options.get(KEEP_BYTES), options.get(KEEP_FOR));
    }
}
