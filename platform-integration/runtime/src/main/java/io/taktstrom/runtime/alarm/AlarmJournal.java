package io.taktstrom.runtime.alarm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.deployment.AuditConfig;
import io.taktstrom.kit.PrivateFiles;
import io.taktstrom.kit.ScheduledTask;
import io.taktstrom.runtime.command.AuditFile;
import io.taktstrom.stream.Notices;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The file with a line for each transition of an alarm, and the one beside it with what must outlive the process. A disk that is full or
 * slow keeps no one waiting: lines wait in memory, as far as there is room; how many were lost is the next line. Thread-safe.
 */
final class AlarmJournal implements AutoCloseable {

    static final int MAX_WAITING = 20_000;

    private static final JsonMapper JSON = new JsonMapper();
    private static final long TRY_AGAIN_NANOS = Duration.ofSeconds(2).toNanos();
    private static final Duration END = Duration.ofMillis(500);
    private static final long MAX_STATE_BYTES = 1L << 26;

    private final AuditConfig config;
    private final Path path;
    private final Path statePath;
    private final EpochNanoClock clock;
    private final Supplier<SavedAlarms> state;
    private final ScheduledTask task;
    private final BlockingQueue<String> waiting = new ArrayBlockingQueue<>(MAX_WAITING);
    private final AtomicLong lost = new AtomicLong();
    private volatile boolean changed;
    private volatile String trouble = "";

    /** Of the task. */
    private @Nullable AuditFile file;

    /**
     * @param state returns what must outlive the process
     * @param notices receives unexpected failures
     */
    AlarmJournal(
            AuditConfig config,
            Path path,
            EpochNanoClock clock,
            Supplier<SavedAlarms> state,
            Consumer<String> notices) {
        this.config = config;
        this.path = path;
        this.clock = clock;
        this.state = state;
        statePath = path.resolveSibling(path.getFileName() + ".state");
        task = ScheduledTask.pooled("takt-alarm-journal", this::doWork, this::last, e -> {
            trouble = "journal: " + Notices.inWords(e);
            notices.accept(trouble + "; going on in a moment");
        });
    }

    /** A line. */
    static Map<String, Object> line(long at, String event, String key, Object value) {
        Map<String, Object> line = new LinkedHashMap<>();
        line.put("time", time(at));
        line.put("event", event);
        line.put(key, value);
        return line;
    }

    static String time(long epochNanos) {
        return Instant.ofEpochSecond(0, epochNanos).toString();
    }

    AuditConfig config() {
        return config;
    }

    void begin() {
        task.begin();
    }

    /** What a process before has left; nothing when there is none, or it cannot be read, which the notices hear. */
    static SavedAlarms read(Path path, Consumer<String> notices) {
        Path file = path.resolveSibling(path.getFileName() + ".state");
        try {
            if (!Files.exists(file)) {
                return SavedAlarms.NONE;
            }
            PrivateFiles.requireRegular(file);
            if (Files.size(file) > MAX_STATE_BYTES) {
                throw new IOException("it is larger than " + MAX_STATE_BYTES + " bytes");
            }
            return JSON.readValue(Files.readAllBytes(file), SavedAlarms.class);
        } catch (IOException | RuntimeException e) {
            notices.accept("alarms: " + file + " cannot be read: " + Notices.inWords(e)
                    + "; what was acknowledged and shelved is forgotten");
            return SavedAlarms.NONE;
        }
    }

    /** Writes a line soon. Does not block. */
    void add(Map<String, Object> line) {
        if (!waiting.offer(JSON.writeValueAsString(line))) {
            lost.incrementAndGet();
        }
        task.wake();
    }

    /** The state has changed, and is stored soon. */
    void save() {
        changed = true;
        task.wake();
    }

    /** Why it is not written; empty while it is. */
    String trouble() {
        return trouble;
    }

    long doWork() {
        try {
            write();
            trouble = "";
            return ScheduledTask.UNTIL_WOKEN;
        } catch (IOException e) {
            // The file calls itself what it is for commands.
            String why = String.valueOf(e.getMessage()).replaceAll("(the )?audit (file: )?", "");
            trouble = why + " (" + waiting.size() + " lines of the journal wait"
                    + (lost.get() == 0 ? "" : ", " + lost.get() + " are lost") + ")";
            return TRY_AGAIN_NANOS;
        }
    }

    private void write() throws IOException {
        AuditFile to = file;
        if (to == null) {
            to = AuditFile.open(path, config, clock, line -> clock.epochNanos(), List::of);
            file = to;
        }
        long end = 0;
        for (String line = waiting.peek(); line != null; line = waiting.peek()) {
            end = to.append(line);
            waiting.remove();
        }
        long missing = lost.get();
        if (missing > 0) {
            end = to.append(JSON.writeValueAsString(line(clock.epochNanos(), "lost", "lines", missing)));
            lost.addAndGet(-missing);
        }
        if (end > 0) {
            to.force(end);
        }
        if (changed) {
            changed = false;
            try {
                byte[] content = JSON.writeValueAsString(state.get()).getBytes(StandardCharsets.UTF_8);
                PrivateFiles.write(statePath.toAbsolutePath(), content);
            } catch (IOException e) {
                changed = true;
                throw new IOException(
                        statePath + " cannot be written: " + e.getMessage() + "; make room on its disk", e);
            }
        }
    }

    private void last() {
        doWork();
        AuditFile open = file;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                trouble = "close " + path + ": " + e.getMessage();
            }
        }
    }

    /** Writes what waits, and ends. Does not wait. */
    void end() {
        task.end();
    }

    /** Writes what waits, as far as there is time. Idempotent. */
    @Override
    public void close() {
        end();
        task.awaitEnd(END);
    }
}
