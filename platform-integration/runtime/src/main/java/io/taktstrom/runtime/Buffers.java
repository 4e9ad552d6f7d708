package io.taktstrom.runtime;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
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
     * Opens one, or makes it.
     *
     * @throws IOException when it cannot be used: which one, why, and what to do
     */
    public static SampleLog open(LogSettings settings, EpochNanoClock clock) throws IOException {
        return SampleLog.open(settings, FixedGroup::new, clock);
    }
}
