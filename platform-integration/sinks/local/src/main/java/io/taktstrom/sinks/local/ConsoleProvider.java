package io.taktstrom.sinks.local;

import java.io.IOException;
import java.util.List;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkProvider;
import org.jspecify.annotations.Nullable;

/** Opens {@code type: console}: the terminal of the program that runs the deployment. */
public final class ConsoleProvider implements SinkProvider {

    public static final String TYPE = "console";

    private static final PartDescriptor DESCRIPTOR =
            new PartDescriptor(TYPE, "Prints each sample as a line of text.", List.of());

    private final @Nullable Sink console;

    /** Describes the type; opens no sink. */
    public ConsoleProvider() {
        console = null;
    }

    /** @param console every sink of this type */
    public ConsoleProvider(Sink console) {
        this.console = console;
    }

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Sink open(OptionValues options, SinkContext context) throws IOException {
        if (console == null) {
            throw new IOException("this program has no console; write to a file, of type jsonl or csv");
        }
        return console;
    }
}
