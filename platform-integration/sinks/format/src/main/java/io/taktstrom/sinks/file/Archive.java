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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.kit.Fatal;
import io.taktstrom.sink.SinkObserver;
import io.taktstrom.sinks.message.SinkThreads;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of files that are complete: each is {@linkplain Finish finished}, and the oldest are removed. On a thread of its
 * own, which exists only while there is something to do; so publishing never waits for it. Thread-safe.
 *
 * <p>A file is there under one name at any time: what is being made of it ends with {@code .part} until all of it is on the disk,
 * and is made from the beginning after a crash.
 */
final class Archive implements AutoCloseable {

    private static final String UNFINISHED = ".part";
    private static final long INTERRUPT_MILLIS = 100;
    private static final int MAX_NAMED = 10;

    /** A sink that takes the place of another has the same files while that one ends. */
    private static final Set<Path> IN_WORK = ConcurrentHashMap.newKeySet();

    private final Retention retention;
    private final EpochNanoClock clock;
    private final SinkObserver observer;
    private final Duration closeLimit;
    private final ThreadPoolExecutor thread;
    private volatile @Nullable Tidying running;

    /**
     * @param sink its name, for the name of the thread
     * @param closeLimit how long closing waits for files to be finished
     */
    Archive(String sink, Retention retention, Duration closeLimit, EpochNanoClock clock, SinkObserver observer) {
        this.retention = retention;
        this.closeLimit = closeLimit;
        this.clock = clock;
        this.observer = observer;
        thread = new ThreadPoolExecutor(
                1,
                1,
                100,
                TimeUnit.MILLISECONDS,
                new LinkedBlockingQueue<>(),
                SinkThreads.named("takt-sinks-archive-" + sink));
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
            thread.execute(new Tidying(family, written == null ? null : written.toAbsolutePath()));
        } catch (RejectedExecutionException e) {
            // Closed. The next one goes on.
        }
    }

    /** One look at the files of a family. */
    private final class Tidying implements Runnable {

        private final FileFamily family;
        private final @Nullable Path written;
        private int failures;
        private @Nullable Throwable failure;

        Tidying(FileFamily family, @Nullable Path written) {
            this.family = family;
            this.written = written;
        }

        @Override
        public void run() {
            running = this;
            try {
                remove(complete());
                running = null;
            } catch (InterruptedIOException | ClosedByInterruptException e) {
                // Closed. The next one goes on.
            } catch (IOException | RuntimeException | Error e) {
                failed(e);
            }
            if (failure != null) {
                observer.onNotice("cannot finish or remove " + failures + " files in " + family.root() + ": " + failure
                        + "; they stay as they are, and it is tried again when the next one is complete");
            }
        }

        private void failed(Throwable thrown) {
            Fatal.rethrow(thrown);
            failures++;
            if (failure == null) {
                failure = thrown;
            }
        }

        /** Finishes each; one that fails concerns no other. */
        private List<Complete> complete() throws IOException {
            List<Complete> files = new ArrayList<>();
            for (Path file : family.files(retention.finish())) {
                try {
                    Complete complete = file.equals(written) ? null : completeOnce(file);
                    if (complete != null) {
                        files.add(complete);
                    }
                } catch (InterruptedIOException | ClosedByInterruptException e) {
                    throw e;
                } catch (IOException | RuntimeException | Error e) {
                    failed(e);
                }
            }
            return files;
        }

        /** The names of files that wait to be finished. */
        List<String> left() {
            try {
                return family.files(null).stream()
                        .filter(file -> !file.equals(written))
                        .map(Path::toString)
                        .toList();
            } catch (IOException e) {
                return List.of(family.root().toString());
            }
        }
    }

    private void remove(List<Complete> files) throws IOException {
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

    /** Null when another one finishes it at this moment. */
    private @Nullable Complete completeOnce(Path file) throws IOException {
        if (!IN_WORK.add(file)) {
            return null;
        }
        try {
            return complete(file);
        } finally {
            IN_WORK.remove(file);
        }
    }

    /** Null when another process finishes the file, or it is gone. */
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

    /** Waits for what is to be done, as far as its limit allows; what is left is named, and is done by the next one. */
    @Override
    public void close() {
        thread.shutdown();
        List<Runnable> left = new ArrayList<>();
        try {
            if (thread.awaitTermination(closeLimit.toMillis(), TimeUnit.MILLISECONDS)) {
                return;
            }
            left.addAll(thread.shutdownNow());
            thread.awaitTermination(INTERRUPT_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            left.addAll(thread.shutdownNow());
            Thread.currentThread().interrupt();
        }
        Tidying interrupted = running;
        if (interrupted != null) {
            left.add(interrupted);
        }
        if (retention.finish() != null) {
            report(left);
        }
    }

    private void report(List<Runnable> left) {
        List<String> files = left.stream()
                .flatMap(each -> each instanceof Tidying tidying ? tidying.left().stream() : Stream.empty())
                .distinct()
                .sorted()
                .toList();
        if (!files.isEmpty()) {
            int named = Math.min(MAX_NAMED, files.size());
            observer.onNotice("not finished when the sink was closed: " + String.join(", ", files.subList(0, named))
                    + (named < files.size() ? " and " + (files.size() - named) + " more" : "")
                    + "; nothing is lost, and the next start finishes them");
        }
    }
}
