package io.taktstrom.sinks.local;

import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.sinks.file.FileOptions;
import io.taktstrom.sinks.file.LineFileSink;
import io.taktstrom.sinks.format.CsvFormat;
import io.taktstrom.sinks.format.Formulas;
import io.taktstrom.sinks.format.PayloadOptions;

/** Opens {@code type: csv}. */
public final class CsvProvider implements SinkProvider {

    private static final Option<String> FORMULAS = Option.choice(
            "formulas",
            List.of("mark", "keep"),
            "mark",
            "What becomes of a text that a spreadsheet would execute, because it begins with = + - @, a tab or a line's end and"
                    + " is not a number: 'mark' puts a ' in front of it, and of a text that begins with ' itself.");

    private static final PartDescriptor DESCRIPTOR = new PartDescriptor(
            "csv",
            "Appends each sample as a row of a CSV file.",
            Stream.concat(FileOptions.ALL.stream(), Stream.of(FORMULAS)).toList());

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Sink open(OptionValues options, SinkContext context) throws IOException {
        Formulas formulas = Formulas.of(options.get(FORMULAS));
        return LineFileSink.open(
                options, stream -> new CsvFormat(PayloadOptions.selection(options, stream), formulas), context);
    }

    @Override
    public void check(OptionValues options, SinkContext context) throws IOException {
        LineFileSink.check(options.get(FileOptions.PATH), context);
    }
}
