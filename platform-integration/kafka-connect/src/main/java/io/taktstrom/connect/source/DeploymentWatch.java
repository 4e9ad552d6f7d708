package io.taktstrom.connect.source;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;

import io.taktstrom.kit.ScheduledTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Looks, every few seconds, whether files of a deployment have changed; those of a text that stands in Connect's topic do not. */
final class DeploymentWatch implements ScheduledTask.Agent {

    private static final Logger LOG = LoggerFactory.getLogger(DeploymentWatch.class);
    private static final long LOOK_NANOS = Duration.ofSeconds(5).toNanos();

    private final List<Path> files;
    private final Runnable changed;
    private final ScheduledTask task;
    private String seen;

    DeploymentWatch(Set<Path> files, Runnable changed) {
        this.files = List.copyOf(files);
        this.changed = changed;
        seen = look();
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
        String now = look();
        if (!now.equals(seen)) {
            seen = now;
            changed.run();
        }
        return LOOK_NANOS;
    }

    /** What stands in the files, as a number in hex. */
    static String contents(Set<Path> files) {
        CRC32C sum = new CRC32C();
        for (Path file : files) {
            try {
                sum.update(Files.readAllBytes(file));
            } catch (IOException e) {
                // A text that Connect keeps, or a file that is away.
                sum.update(0);
            }
        }
        return Long.toHexString(sum.getValue());
    }

    /** Times and sizes; of a file that is not there, that it is not. */
    private String look() {
        return files.stream().map(DeploymentWatch::state).collect(Collectors.joining("\n"));
    }

    private static String state(Path file) {
        try {
            return Files.getLastModifiedTime(file) + " " + Files.size(file);
        } catch (IOException e) {
            return "away";
        }
    }
}
