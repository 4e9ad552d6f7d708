package io.taktstrom.runtime;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.SpillConfig;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.stream.FixedGroup;
import io.taktstrom.stream.log.LogIdentity;
import io.taktstrom.stream.log.LogSettings;
import io.taktstrom.stream.log.SampleLog;

/** Where the streams of a deployment have their buffers on disk: a folder for each sink of each stream. */
public final class Buffers {

    private Buffers() {}

    /** The log of each sink of each stream that has one, by the pipeline's name. */
    public static Map<String, LogSettings> of(Deployment deployment) {
        Map<String, LogSettings> all = new LinkedHashMap<>();
        for (StreamConfig stream : deployment.streams()) {
            SpillConfig spill = stream.ring().spill();
            if (spill != null) {
                stream.to()
                        .forEach(
                                sink -> all.put(stream.name() + "." + sink, settings(deployment, stream, sink, spill)));
            }
        }
        return all;
    }

    static LogSettings settings(Deployment deployment, StreamConfig stream, String sink, SpillConfig spill) {
        String file = deployment.source().getFileName().toString();
        Path folder = deployment.resolve(
                spill.folder().isEmpty() ? file.replaceFirst("\\.ya?ml$", "") + ".buffer" : spill.folder());
        return new LogSettings(
                folder.resolve(stream.name() + "." + sink),
                new LogIdentity(file, stream.name(), sink),
                spill.disk(),
                spill.maxAge(),
                spill.sync());
    }

    /**
     * Finds out what would keep the buffers of a deployment from being used, their room included. Makes and changes nothing.
     *
     * @return what is wrong; nothing when all can be used
     */
    static List<String> check(Deployment deployment) {
        List<String> wrong = new ArrayList<>();
        Map<Object, Long> wanted = new LinkedHashMap<>();
        of(deployment).forEach((name, settings) -> {
            try {
                Path there = SampleLog.check(settings);
                long more = wanted.merge(disk(there), settings.maxBytes() - bytesIn(settings.folder()), Long::sum);
                long room = there.toFile().getUsableSpace();
                if (more > room) {
                    wrong.add("buffer " + name + ": the disk of " + settings.folder() + " has room for " + room
                            + " bytes, and the buffers there may take " + more
                            + " more; make room, or lower disk under ring");
                }
            } catch (IOException e) {
                wrong.add("buffer " + name + ": " + e.getMessage());
            }
        });
        return wrong;
    }

    /** What tells disks apart. Not the {@code FileStore}, which needs the mount in its table: containers may not have it. */
    private static Object disk(Path there) throws IOException {
        return there.getFileSystem().supportedFileAttributeViews().contains("unix")
                ? Files.getAttribute(there, "unix:dev")
                : there.toAbsolutePath().getRoot();
    }

    private static long bytesIn(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return 0;
        }
        long bytes = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            for (Path file : files) {
                bytes += Files.size(file);
            }
        }
        return bytes;
    }

    /**
     * Opens one, or makes it.
     *
     * @throws IOException when it cannot be used: which one, why, and what to do
     */
    public static SampleLog open(LogSettings settings, EpochNanoClock clock) throws IOException {
        return SampleLog.open(settings, FixedGroup::new, clock);
    }
}
