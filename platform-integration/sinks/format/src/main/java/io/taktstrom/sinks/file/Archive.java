package io.taktstrom.sinks.file;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.sink.SinkObserver;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of files that are complete: each is {@linkplain Finish finished}, and the oldest are removed. On a thread of its
 * own, which is there only while there is something to do; so nobody who publishes waits for it. Thread-safe.
 *
 * <p>A file is there under one name at any time: what is being made of it ends with {@code .part} until all of it is on the disk,
 * and is made from the beginning after a crash.
 */
final class Archive implements AutoCloseable {

    private static final String UNFINISHED = ".part";
    private static final long CLOSE_MILLIS = 300;

    private final Retention retention;
    private final EpochNanoClock clock;
    private final SinkObserver observer;
    private final ThreadPoolExecutor thread;

    /** @param sink its name, for the name of the thread */
    Archive(String sink, Retention retention, EpochNanoClock clock, SinkObserver observer) {
        this.retention = retention;
        this.clock = clock;
        this.observer = observer;
        thread = new ThreadPoolExecutor(1, 1, 100, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), work -> {
            Thread made = new Thread(work, "takt-sinks-archive-" + sink);
            made.setDaemon(true);
            return made;
        });
        thread.allowCoreThreadTimeOut(true);
    }

    /**
     * Looks after all files of a family, soon.
     *
     * @param written what is not complete yet; null when all are
     */
    void tidy(FileFamily family, @Nullable Path written) {
        if (retention.isNothing()) {
            return;
        }
        try {
            thread.execute(() -> tell(family, written));
        } catch (RejectedExecutionException e) {
            // Closed. The next one goes on.
        }
    }

    private void tell(FileFamily family, @Nullable Path written) {
        try {
            tidyNow(family, written == null ? null : written.toAbsolutePath());
        } catch (InterruptedIOException | ClosedByInterruptException e) {
            // Closed. The next one goes on.
        } catch (IOException | RuntimeException e) {
            observer.onNotice("cannot finish or remove files in " + family.root() + ": " + e
                    + "; they stay as they are, and it is tried again when the next one is complete");
        }
    }

    private void tidyNow(FileFamily family, @Nullable Path written) throws IOException {
        List<Complete> files = new ArrayList<>();
        for (Path file : family.files(retention.finish())) {
            if (!file.equals(written)) {
                Complete complete = complete(file);
                if (complete != null) {
                    files.add(complete);
                }
            }
        }
        files.sort(Comparator.comparing(Complete::time).reversed());
        long bytes = 0;
        long oldest = clock.epochNanos() - retention.keepFor().toNanos();
        for (int i = 0; i < files.size(); i++) {
            Complete file = files.get(i);
            bytes += file.bytes();
            boolean tooOld = !retention.keepFor().isZero() && file.time().to(TimeUnit.NANOSECONDS) < oldest;
            boolean tooMany = retention.keepFiles() > 0 && i >= retention.keepFiles();
            boolean tooMuch = retention.keepBytes() > 0 && bytes > retention.keepBytes();
            if (tooOld || tooMany || tooMuch) {
                Files.deleteIfExists(file.path());
            }
        }
    }

    private record Complete(Path path, FileTime time, long bytes) {}

    /** Null when the file is somebody else's to finish, or gone. */
    private @Nullable Complete complete(Path file) throws IOException {
        try {
            Finish finish = retention.finish();
            boolean finished =
                    finish != null && finish.unfinished(file.getFileName().toString()) != null;
            if (!finished && FileLocks.isHeld(file)) {
                return null;
            }
            Path path = finish == null || finished ? file : finished(finish, file);
            return new Complete(path, Files.getLastModifiedTime(path), Files.size(path));
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    /** The file's new name. */
    private static Path finished(Finish finish, Path file) throws IOException {
        Path target = file.resolveSibling(finish.finished(file.getFileName().toString()));
        FileTime time = Files.getLastModifiedTime(file);
        if (Files.exists(target) && Files.getLastModifiedTime(target).equals(time)) {
            // All but this was done when the process was killed.
            Files.delete(file);
            return target;
        }
        if (Files.exists(target)) {
            // The same name was complete before, as when the clock was set back: neither may go.
            target = FileFamily.aside(target, time.to(TimeUnit.NANOSECONDS));
        }
        Path part = target.resolveSibling(target.getFileName() + UNFINISHED);
        try {
            finish.write(file, part);
            try (FileChannel written = FileChannel.open(part, StandardOpenOption.WRITE)) {
                written.force(true);
            }
            Files.setLastModifiedTime(part, time);
            Files.move(part, target);
            Files.delete(file);
            return target;
        } finally {
            Files.deleteIfExists(part);
        }
    }

    /** How often it has looked after a family. */
    long done() {
        return thread.getCompletedTaskCount();
    }

    /** Gives what it does a moment to end; what is left to do is done by the next one. */
    @Override
    public void close() {
        thread.shutdown();
        try {
            if (!thread.awaitTermination(CLOSE_MILLIS, TimeUnit.MILLISECONDS)) {
                thread.shutdownNow();
            }
        } catch (InterruptedException e) {
            thread.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
