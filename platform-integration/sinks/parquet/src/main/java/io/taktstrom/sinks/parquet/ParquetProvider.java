package io.taktstrom.sinks.parquet;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.sinks.file.FileOptions;
import io.taktstrom.sinks.file.LineFileSink;
import io.taktstrom.sinks.format.Field;
import io.taktstrom.sinks.format.FieldSelection;
import io.taktstrom.sinks.format.JsonFormat;
import io.taktstrom.sinks.format.OptionList;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.format.TimeFormat;

/** Opens {@code type: parquet}. */
public final class ParquetProvider implements SinkProvider {

    private static final OptionList OPTIONS = new OptionList();

    private static final Option<Template> PATH = OPTIONS.add(new Option<>(
            "path",
            new OptionType.Form<>("the path of a file that ends with .parquet", ParquetProvider::path),
            null,
            false,
            "Files to write, or a template of them such as date={date:yyyy-MM-dd}/{connection}.parquet; a relative path starts at"
                    + " the deployment file's directory."));

    private static final Option<Long> ROTATE = OPTIONS.size(
            "rotate",
            "1B",
            "1TiB",
            "128MiB",
            "Size of the lines that become one Parquet file, which is a tenth of it or less.");

    private static final Option<Duration> ROTATE_EVERY = OPTIONS.time(
            "rotateEvery",
            "1s",
            "36500d",
            "1h",
            "Longest wait of samples for their Parquet file, aligned in UTC; the next sample after it completes the file.");

    static {
        OPTIONS.share(FileOptions.KEEP_FILES, FileOptions.KEEP_BYTES, FileOptions.KEEP_FOR, FileOptions.SYNC);
    }

    private static final PartDescriptor DESCRIPTOR = new PartDescriptor(
            "parquet",
            "Writes samples into Parquet files; those that wait for their file are in lines of JSON beside it.",
            OPTIONS.all());

    private static Template path(String text) {
        Template path = FileOptions.PATH.type().parse(text);
        if (!text.endsWith(ParquetFinish.PARQUET)) {
            throw new IllegalArgumentException("'" + text + "' does not end with " + ParquetFinish.PARQUET);
        }
        return path;
    }

    /** Of the files of lines. Tools that read folders of Parquet files leave out what begins with an underscore. */
    private static Template lines(OptionValues options) {
        String text = options.get(PATH).toString();
        int name = ParquetFinish.startOfName(text);
        return FileOptions.PATH
                .type()
                .parse(text.substring(0, name) + ParquetFinish.unfinishedName(text.substring(name)));
    }

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Sink open(OptionValues options, SinkContext context) throws IOException {
        return LineFileSink.finishing(
                lines(options),
                options.get(ROTATE),
                options.get(ROTATE_EVERY),
                options,
                new ParquetFinish(),
                stream -> new JsonFormat(new FieldSelection(List.of(Field.values()), TimeFormat.EPOCH_NANOS, stream)),
                context);
    }

    @Override
    public void check(OptionValues options, SinkContext context) throws IOException {
        LineFileSink.check(lines(options), context);
    }
}
