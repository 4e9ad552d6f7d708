package io.taktstrom.sinks.file;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sinks.format.SampleFormat;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.format.Template.Name;
import io.taktstrom.sinks.format.TextBuffer;
import org.jspecify.annotations.Nullable;

/** Files of lines in some format: one, or as many as the template of their path gives. Thread-safe. */
public final class LineFileSink implements Sink {

    /** What a sample must say for its file to be known. */
    private static final Set<Name> OF_A_SAMPLE = Set.of(Name.POINT, Name.CONNECTION, Name.LABEL, Name.STREAM);

    /** Those that were written longest ago are closed, and opened again when they are needed. */
    private static final int MAX_OPEN = 200;

    /** Where all files are finished at the end. */
    private static final Duration CLOSE = Duration.ofSeconds(10);

    /** What closing the files themselves leaves of it. */
    private static final Duration FINISH_ALL = CLOSE.minusSeconds(1);

    /** Where a file may as well be finished by the next start. */
    private static final Duration FINISH_ONE = Duration.ofMillis(300);

    private final Template path;
    private final Function<String, SampleFormat> formats;
    private final SinkContext context;
    private final LineFileSettings settings;
    private final Archive archive;
    private final Map<Template, LineFile> files = new ConcurrentHashMap<>();
    private boolean closed;

    /**
     * Opens the sink.
     *
     * @param formats a format for a stream of this name
     * @throws IOException when what is known of its files now cannot be written: says why
     */
    public static LineFileSink open(OptionValues options, Function<String, SampleFormat> formats, SinkContext context)
            throws IOException {
        Template path = options.get(FileOptions.PATH);
        return new LineFileSink(
                path,
                FileOptions.rotation(options),
                options,
                FileOptions.compression(options),
                false,
                formats,
                context);
    }

    /**
     * Opens a sink whose files become something else.
     *
     * @param path of the files of lines
     * @param bytes size at which one is complete
     * @param every how often one is complete
     * @param options of which {@link FileOptions#SYNC} and what is kept are asked
     * @param finish what becomes of those that are complete, and of all when the sink is closed
     */
    public static LineFileSink finishing(
            Template path,
            long bytes,
            Duration every,
            OptionValues options,
            Finish finish,
            Function<String, SampleFormat> formats,
            SinkContext context)
            throws IOException {
        return new LineFileSink(path, new Rotation(bytes, every), options, finish, true, formats, context);
    }

    private LineFileSink(
            Template path,
            Rotation rotation,
            OptionValues options,
            @Nullable Finish finish,
            boolean completeAtEnd,
            Function<String, SampleFormat> formats,
            SinkContext context)
            throws IOException {
        this.path = path.ofSink(context.name());
        this.formats = formats;
        this.context = context;
        settings = new LineFileSettings(rotation, options.get(FileOptions.SYNC), completeAtEnd);
        archive = new Archive(
                context.name(),
                FileOptions.retention(options, finish),
                completeAtEnd ? FINISH_ALL : FINISH_ONE,
                context.clock(),
                context.observer());
        if (isOneFile(this.path)) {
            // What can never be written is known before anything starts.
            file(this.path);
        } else {
            checkRoot(this.path, context);
        }
    }

    private static boolean isOneFile(Template path) {
        return OF_A_SAMPLE.stream().noneMatch(path::has);
    }

    /** Of files whose names only samples tell, at least the folder can be checked. */
    private static void checkRoot(Template path, SinkContext context) throws IOException {
        Path root = context.paths().apply(path.start().substring(0, path.start().lastIndexOf('/') + 1));
        Folders.check(root.resolve(path.toString()), root.toAbsolutePath());
    }

    /** Whether such a sink could be opened; makes nothing. */
    public static void check(Template files, SinkContext context) throws IOException {
        Template path = files.ofSink(context.name());
        if (isOneFile(path)) {
            LineFile.check(
                    new FileFamily(path, context.paths()).at(context.clock().epochNanos()));
        } else {
            checkRoot(path, context);
        }
    }

    /** The file of a path in which all but dates is filled in. Hot. */
    LineFile file(Template filled) throws IOException {
        LineFile file = files.get(filled);
        return file != null && file.isOpen() ? file : openOneMore(filled);
    }

    private synchronized LineFile openOneMore(Template filled) throws IOException {
        if (closed) {
            throw new IllegalStateException("sink " + context.name() + " is closed");
        }
        makeRoom();
        LineFile file = files.get(filled);
        if (file == null) {
            TextBuffer header = new TextBuffer();
            SampleFormat format = formats.apply("");
            format.writeHeader(header);
            file = new LineFile(
                    new FileFamily(filled, context.paths()),
                    new LineShape(header.toString(), format.begin()),
                    settings,
                    context.clock(),
                    context.observer(),
                    archive);
            files.put(filled, file);
        }
        return file;
    }

    /** For one more. */
    private void makeRoom() throws IOException {
        List<LineFile> open = files.values().stream()
                .filter(LineFile::isOpen)
                .sorted(Comparator.comparingLong(LineFile::usedAt))
                .toList();
        for (int i = 0; i <= open.size() - MAX_OPEN; i++) {
            open.get(i).rest();
        }
    }

    /** So many are open now. */
    long openFiles() {
        return files.values().stream().filter(LineFile::isOpen).count();
    }

    @Override
    public SinkInlet inlet(String stream, List<DataPoint> points) {
        return new LineFileInlet(this, path.with(Name.STREAM, stream), formats.apply(stream));
    }

    @Override
    public SinkHealth health() {
        return files.values().stream()
                .map(LineFile::health)
                .filter(health -> !health.well())
                .findFirst()
                .orElse(SinkHealth.WELL);
    }

    @Override
    public Duration closeTime() {
        return settings.completeAtEnd() ? CLOSE : Sink.super.closeTime();
    }

    @Override
    public synchronized void close() throws IOException {
        closed = true;
        IOException failure = null;
        for (LineFile file : files.values()) {
            try {
                file.close();
            } catch (IOException | RuntimeException e) {
                failure = e instanceof IOException io ? io : new IOException(String.valueOf(e.getMessage()), e);
            }
        }
        archive.close();
        if (failure != null) {
            throw failure;
        }
    }
}
