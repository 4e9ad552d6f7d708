package io.taktstrom.cli.profile;

import java.io.IOException;
import java.nio.file.Path;

import io.taktstrom.descriptor.ByteSize;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Whether a run is recorded. */
public final class RecordOptions {

    private static final String MOST = "512MiB";

    @Option(names = "--record", paramLabel = "FILE", description = "Record time and garbage for 'takt profile'.")
    private @Nullable Path file;

    @Option(
            names = "--record-max",
            paramLabel = "SIZE",
            converter = Size.class,
            defaultValue = MOST,
            description = "Keep at most the latest SIZE of it, for example 64MiB; about " + MOST + " without it.")
    private long maxBytes = ByteSize.parse(MOST);

    /**
     * Starts recording; null when it is not wanted.
     *
     * @throws IOException when it could not be written: where, why, and what to do
     */
    public @Nullable FlightRecording begin() throws IOException {
        return file == null ? null : FlightRecording.begin(file, maxBytes);
    }

    /** A number of bytes with its unit. */
    static final class Size implements ITypeConverter<Long> {

        @Override
        public Long convert(String text) {
            try {
                return ByteSize.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
