package io.taktstrom.cli.deployment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.taktstrom.cli.shell.HangupSignal;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.DeploymentChanges;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.kit.RestartingThread;
import io.taktstrom.runtime.RunningDeployment;
import io.taktstrom.stream.Notices;
import org.jspecify.annotations.Nullable;

/**
 * Has what runs follow its file: at SIGHUP, and when told to watch whenever the file changes, or one that it includes,
 * imports or takes a value from. One reload after the other; what is asked for meanwhile comes next, once.
 *
 * <p>Files are looked at, not waited for: so it does not matter how they are replaced, nor on what disk they are. One that
 * has changed is read when it has not changed any more since the look before, for it may be half written.
 */
final class Reloader implements AutoCloseable {

    private static final long LOOK_EVERY_MILLIS = 400;

    private final Shell shell;
    private final DeploymentFile file;
    private final RunningDeployment running;
    private final Consumer<String> notices;
    private final boolean hasConsole;
    private final boolean watch;
    private final Semaphore asked = new Semaphore(0);
    private final RestartingThread thread;
    private final @Nullable HangupSignal signal;
    private volatile boolean deserted;
    private volatile boolean closed;

    // Of our thread.
    private Set<Path> files;
    /** What the files were like when they were read, and at the last look. */
    private Map<Path, String> read = Map.of();

    private Map<Path, String> seen = Map.of();

    /** Begins to listen, and with {@code watch} to look. */
    Reloader(Shell shell, DeploymentFile file, RunningDeployment running, Consumer<String> notices, boolean watch) {
        this.shell = shell;
        this.file = file;
        this.running = running;
        this.notices = notices;
        this.watch = watch;
        files = Set.of(file.path());
        hasConsole = hasConsole(running.deployment());
        thread = RestartingThread.start(
                "takt-cli-reload",
                this::listen,
                e -> notices.accept("reload " + file.path() + ": " + Notices.inWords(e) + "; what runs goes on"),
                EpochNanoClock.system());
        Optional<HangupSignal> heeded = HangupSignal.heed(this::onSignal);
        signal = heeded.orElse(null);
    }

    private static boolean hasConsole(Deployment deployment) {
        return deployment.sinks().values().stream().anyMatch(RunCommand::isConsole);
    }

    private void onSignal() {
        // A terminal that is closed sends the same signal: then there is no need to reload.
        deserted |= shell.terminal().errIsLive() && shell.terminal().err().checkError();
        asked.release();
    }

    /** Whether the terminal has gone from which this runs. */
    boolean isDeserted() {
        return deserted;
    }

    private void listen() {
        try {
            while (!closed) {
                if (asked.tryAcquire(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS)) {
                    asked.drainPermits();
                    reload(true);
                } else if (watch && hasChanged()) {
                    reload(false);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether the files are not what they were when they were read, and have come to rest. */
    private boolean hasChanged() {
        Map<Path, String> now = marks(files);
        boolean atRest = now.equals(seen);
        seen = now;
        return atRest && !now.equals(read);
    }

    private static Map<Path, String> marks(Set<Path> files) {
        Map<Path, String> marks = new TreeMap<>();
        for (Path file : files) {
            marks.put(file, mark(file));
        }
        return marks;
    }

    private static String mark(Path file) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.lastModifiedTime() + " " + attributes.size() + " " + attributes.fileKey();
        } catch (IOException e) {
            return "not there";
        }
    }

    /** @param wanted whether somebody waits for an answer */
    private void reload(boolean wanted) {
        Map<Path, String> before = marks(files);
        DeploymentResult result = file.read(shell);
        before.keySet().retainAll(result.files());
        files = result.files();
        // A file that is new among them counts as read: what changes from here on is seen.
        files.forEach(each -> before.computeIfAbsent(each, Reloader::mark));
        read = before;
        seen = before;
        if (result instanceof DeploymentResult.Loaded loaded) {
            follow(loaded, wanted);
        } else if (result instanceof DeploymentResult.Invalid invalid) {
            running.refuseReload(firstOf(invalid), false);
        }
    }

    private String firstOf(DeploymentResult.Invalid invalid) {
        int more = invalid.problems().size() - 1;
        String rest = more == 0
                ? ""
                : "; " + Counted.of(more, "more problem") + ", 'takt validate " + file.path() + "' lists all";
        return invalid.problems().get(0) + rest;
    }

    private void follow(DeploymentResult.Loaded loaded, boolean wanted) {
        Deployment next = loaded.deployment();
        if (!hasConsole && hasConsole(next)) {
            running.refuseReload(file.path() + ": it has a sink of type console now, which takes a restart", true);
            return;
        }
        try {
            DeploymentChanges changes = running.reload(next);
            if (!changes.isEmpty()) {
                loaded.warnings().forEach(warning -> notices.accept("warning: " + warning));
                notices.accept("reloaded " + file.path() + ": " + next.summary());
                changes.lines().forEach(line -> notices.accept("  " + line));
                notices.accept("  unchanged: " + (changes.unchanged().isEmpty() ? "nothing" : changes.unchanged()));
            } else if (wanted) {
                notices.accept(file.path() + ": nothing has changed");
            }
        } catch (IOException e) {
            // The deployment has made it known.
        }
    }

    @Override
    public void close() {
        closed = true;
        if (signal != null) {
            signal.close();
        }
        thread.end();
    }
}
