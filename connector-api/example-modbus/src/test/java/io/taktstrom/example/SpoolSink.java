package io.taktstrom.example;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sink.SinkProvider;

/** {@code type: spool}: a folder that gets a file for each flush unit. */
public final class SpoolSink implements SinkProvider {

    private static final Option<String> FOLDER =
            Option.text("folder", new OptionType.Text(".+", "the path of a folder"), null, "Where the files go.");

    private static final PartDescriptor DESCRIPTOR =
            new PartDescriptor("spool", "Example of a sink: writes a file for each flush unit.", List.of(FOLDER));

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public Sink open(OptionValues options, SinkContext context) throws IOException {
        Path folder = context.paths().apply(options.get(FOLDER));
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw new IOException("cannot write into " + folder + ": it is a file; name a folder");
        }
        Files.createDirectories(folder);
        return new Spool(folder, context.clock().epochNanos());
    }

    /** A folder of files. Thread-safe. */
    private static final class Spool implements Sink {

        private final Path folder;
        private final long openedAt;
        private volatile SinkHealth health = SinkHealth.WELL;
        private volatile boolean closed;

        /** @param openedAt tells the units of this run from those of earlier ones, whose numbers are the same */
        Spool(Path folder, long openedAt) {
            this.folder = folder;
            this.openedAt = openedAt;
        }

        @Override
        public SinkInlet inlet(String stream, List<DataPoint> points) {
            return new Inlet(this, encoded(stream) + "." + openedAt);
        }

        /** Writes a file as a whole, or again in place of itself; when this returns, it is there. */
        void write(String name, String lines) throws IOException {
            if (closed) {
                throw new IllegalStateException(folder + " is closed");
            }
            try {
                Path part = folder.resolve(name + ".part");
                Files.writeString(part, lines);
                Files.move(part, folder.resolve(name + ".spool"), StandardCopyOption.ATOMIC_MOVE);
                health = SinkHealth.WELL;
            } catch (IOException e) {
                health = SinkHealth.unwell("cannot write into " + folder + ": " + e);
                throw new IOException(health.detail() + "; the folder must be there and writable", e);
            }
        }

        @Override
        public SinkHealth health() {
            return health;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    /** Gathers a flush unit and writes it as a file. */
    private static final class Inlet implements SinkInlet {

        private final Spool spool;
        private final String name;
        private final StringBuilder lines = new StringBuilder();

        Inlet(Spool spool, String name) {
            this.spool = spool;
            this.name = name;
        }

        @Override
        public void publish(SampleBatch batch, FlushUnit unit) throws IOException {
            boolean gathered = false;
            try {
                for (int i = 0; i < batch.size(); i++) {
                    append(batch, i);
                }
                if (unit.isComplete()) {
                    // The same unit has the same name: delivered again, it takes its own place.
                    spool.write(String.format(Locale.ROOT, "%s.%012d", name, unit.number()), lines.toString());
                }
                gathered = !unit.isComplete();
            } finally {
                if (!gathered) {
                    lines.setLength(0);
                }
            }
        }

        /** A sample as a line: {@code press1.temp Good 1795331109000000001 1795331109000000002 21.5}. */
        private void append(SampleBatch batch, int i) {
            int status = batch.statusAt(i);
            Object value = StatusCode.isBad(status) ? "" : Values.get(batch, i);
            String name = batch.group().points().get(batch.pointAt(i)).name();
            lines.append(String.join(
                    " ",
                    encoded(name),
                    StatusCode.name(status),
                    String.valueOf(batch.sourceTimeAt(i)),
                    String.valueOf(batch.receivedAt()),
                    text(value) + "\n"));
        }

        private static String text(Object value) {
            if (value instanceof List<?> list) {
                return list.stream().map(Inlet::text).collect(Collectors.joining(",", "[", "]"));
            }
            if (value instanceof Map<?, ?> map) {
                return map.entrySet().stream()
                        .map(field -> encoded(field.getKey().toString()) + "=" + text(field.getValue()))
                        .collect(Collectors.joining(",", "{", "}"));
            }
            return encoded(value.toString());
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
