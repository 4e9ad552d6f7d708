package io.taktstrom.cli.deployment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Stream;

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

/**
 * Reloads the file of a running deployment: at SIGHUP, and with {@code --watch} when it changes, or a file that it includes,
 * imports or takes a value from. One reload at a time; requests that arrive meanwhile are combined into one.
 *
 * <p>Files are polled, so it does not matter how they are replaced, nor on what disk they are. A changed file is read when
 * it is the same as at the poll before, for it may be incomplete until then.
 */
final class Reloader implements AutoCloseable {

    private static final long POLL_MILLIS = 400;

    private final Shell shell;
    private final DeploymentFile file;
    private final RunningDeployment running;
    private final Consumer<String> notices;
    private final boolean hasConsole;
    private final boolean watch;
    private final Semaphore requests = new Semaphore(0);
    private final Queue<Consumer<String>> askers = new ConcurrentLinkedQueue<>();
    private final RestartingThread thread;
    private final Optional<HangupSignal> signal;
    private volatile boolean terminalLost;
    private volatile boolean closed;

    // Of our thread.
    private Set<Path> files;
    /** The state of the files when they were read, and at the last poll. */
    private Map<Path, String> read = Map.of();

    private Map<Path, String> seen = Map.of();

    /** Begins to listen, and with {@code watch} to poll. */
    Reloader(Shell shell, DeploymentFile file, RunningDeployment running, Consumer<String> notices, boolean watch) {
        this.shell = shell;
        this.file = file;
        this.running = running;
        this.notices = notices;
        this.watch = watch;
        files = Set.of(file.path());
        hasConsole = RunCommand.hasConsole(running.deployment());
        thread = RestartingThread.start(
                "takt-cli-reload",
                this::run,
                e -> notices.accept(
                        "reload " + file.path() + ": " + Notices.inWords(e) + "; the run continues unchanged"),
                EpochNanoClock.system());
        signal = HangupSignal.listen(this::onSignal);
    }

    /** What a reload changes, and what stays, as lines. */
    static List<String> lines(DeploymentChanges changes) {
        String unchanged = changes.unchanged().isEmpty() ? "nothing" : changes.unchanged();
        return Stream.concat(changes.lines().stream(), Stream.of("unchanged: " + unchanged))
                .map(line -> "  " + line)
                .toList();
    }

    private void onSignal() {
        // A terminal that is closed sends the same signal: then a reload is not wanted.
        terminalLost |= shell.terminal().errIsLive() && shell.terminal().err().checkError();
        requests.release();
    }

    /**
     * Reloads as at a signal. Thread-safe; does not block.
     *
     * @param onDone told once, by our thread, what came of it
     */
    void request(Consumer<String> onDone) {
        askers.add(onDone);
        requests.release();
    }

    /** Whether the terminal of this run was closed. */
    boolean hasLostTerminal() {
        return terminalLost;
    }

    private void run() {
        try {
            while (!closed) {
                doWork();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One step: waits for a request until the next poll is due. */
    private void doWork() throws InterruptedException {
        if (requests.tryAcquire(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
            requests.drainPermits();
            List<Consumer<String>> told = new ArrayList<>();
            for (Consumer<String> next = askers.poll(); next != null; next = askers.poll()) {
                told.add(next);
            }
            String result = reload(true);
            told.forEach(each -> each.accept(result));
        } else if (watch && hasChanged()) {
            reload(false);
        }
    }

    /** Whether the files differ from what was read, and are the same as at the last poll. */
    private boolean hasChanged() {
        Map<Path, String> now = states(files);
        boolean settled = now.equals(seen);
        seen = now;
        return settled && !now.equals(read);
    }

    private static Map<Path, String> states(Set<Path> files) {
        Map<Path, String> states = new TreeMap<>();
        files.forEach(file -> states.put(file, state(file)));
        return states;
    }

    private static String state(Path file) {
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return attributes.lastModifiedTime() + " " + attributes.size() + " " + attributes.fileKey();
        } catch (IOException e) {
            return "missing";
        }
    }

    /**
     * What came of it.
     *
     * @param requested whether someone waits for an answer
     */
    private String reload(boolean requested) {
        Map<Path, String> before = states(files);
        DeploymentResult result = file.read(shell);
        before.keySet().retainAll(result.files());
        files = result.files();
        // A new file among them counts as read: what changes from here on is seen.
        files.forEach(each -> before.computeIfAbsent(each, Reloader::state));
        read = before;
        seen = before;
        if (result instanceof DeploymentResult.Loaded loaded) {
            return apply(loaded, requested);
        }
        if (result instanceof DeploymentResult.Invalid invalid) {
            int more = invalid.problems().size() - 1;
            String rest = more == 0
                    ? ""
                    : "; " + Counted.of(more, "more problem") + ", 'takt validate " + file.path() + "' lists all";
            running.refuseReload(invalid.problems().get(0) + rest, false);
        }
        return refusal();
    }

    private String refusal() {
        return "reload refused: " + running.reloadRefusal();
    }

    private String apply(DeploymentResult.Loaded loaded, boolean requested) {
        Deployment next = loaded.deployment();
        if (!hasConsole && RunCommand.hasConsole(next)) {
            running.refuseReload(file.path() + ": a sink of type console was added, which needs a restart", true);
            return refusal();
        }
        try {
            DeploymentChanges changes = running.reload(next);
            String result = changes.isEmpty()
                    ? file.path() + ": nothing has changed"
                    : "reloaded " + file.path() + ": " + next.summary();
            if (!changes.isEmpty()) {
                loaded.warnings().forEach(warning -> notices.accept("warning: " + warning));
                notices.accept(result);
                lines(changes).forEach(notices);
            } else if (requested) {
                notices.accept(result);
            }
            return result;
        } catch (IOException e) {
            // The deployment has reported it.
            return refusal();
        }
    }

    @Override
    public void close() {
        closed = true;
        signal.ifPresent(HangupSignal::close);
        thread.end();
    }
}
