package io.taktstrom.connect.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import io.taktstrom.kit.ScheduledTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks, every few seconds, whether files of a deployment have changed; those of a text that stands in Connect's topic do not. */
final class DeploymentWatch implements ScheduledTask.Agent {

    private static final Logger LOG = LoggerFactory.getLogger(DeploymentWatch.class);
    private static final long LOOK_NANOS = Duration.ofSeconds(5).toNanos();

    private final Supplier<Set<Path>> changed;
    private final ScheduledTask task;
    private Set<Path> files;
    private String seen;

    /** @param changed told of a change; returns the files to look at from then on */
    DeploymentWatch(Set<Path> files, Supplier<Set<Path>> changed) {
        this.files = files;
        this.changed = changed;
        seen = look(files);
        task = ScheduledTask.pooled(
                "takt-connect-files",
                this,
                () -> {},
                e -> LOG.warn("looking whether the deployment file has changed failed; trying again", e));
    }

    void begin() {
        task.begin();
    }

    void end() {
        task.end();
    }

    @Override
    public long doWork() {
        String now = look(files);
        if (!now.equals(seen)) {
            files = changed.get();
            seen = look(files);
        }
        return LOOK_NANOS;
    }

    /** When each was changed last; not what it holds, which may be secret. */
    static String look(Set<Path> files) {
        return files.stream().map(DeploymentWatch::state).collect(Collectors.joining(" "));
    }

    private static String state(Path file) {
        try {
            return Files.getLastModifiedTime(file).toString();
        } catch (IOException e) {
            return "away";
        }
    }
}
