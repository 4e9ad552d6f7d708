package io.taktstrom.cli.faults;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import io.taktstrom.cli.PrintedAccount;
import io.taktstrom.cli.plant.Failures;
import io.taktstrom.cli.plant.SeenSample;
import io.taktstrom.cli.plant.TaktRun;
import org.jspecify.annotations.Nullable;

/** What a fault that has a course of its own is played with, and what it finds. */
final class Scene {

    /** A course of events. */
    @FunctionalInterface
    interface Course {
        void play(Scene scene) throws Exception;
    }

    /** Of the ring of a stream that buffers on disk all that it has. */
    static final String PERSISTENT = "capacity: 8192, onFull: spill, disk: 64MiB, persist: always";

    /** The stream of all deployments. */
    static final String STREAM = "all.out";

    final Path folder;
    final long seed;
    private final List<String> wrong = new ArrayList<>();
    private final List<String> remarks = new ArrayList<>();
    private double noticeMillis = -1;
    private double recoverMillis = -1;
    private @Nullable Losses losses;

    Scene(Path folder, long seed) {
        this.folder = folder;
        this.seed = seed;
    }

    void wrong(String what) {
        wrong.add(what);
    }

    /** A promise. */
    void require(boolean kept, String otherwise) {
        if (!kept) {
            wrong.add(otherwise);
        }
    }

    void remark(String format, Object... values) {
        remarks.add(String.format(Locale.ROOT, format, values));
    }

    /** When health told of it, if it did. */
    void noticed(TaktRun takt, long begun) {
        TaktRun.Health trouble = takt.troubleSince(begun);
        if (trouble == null) {
            remark("health stayed UP");
        } else {
            noticeMillis = (trouble.at() - begun) / 1e6;
            remark("health %s %s", trouble.status(), trouble.reasons());
        }
    }

    void recovered(long over) {
        recoverMillis = (SeenSample.now() - over) / 1e6;
    }

    /** Waits until samples are published, and for so many more. */
    static void awaitPublished(TaktRun takt, long more) throws Exception {
        takt.await("takt to answer", takt::isReady);
        long before = takt.published(STREAM);
        takt.await(more + " more samples", () -> takt.published(STREAM) >= before + more);
    }

    /** Ends a run, and compares its accounting with itself. */
    PrintedAccount stop(TaktRun takt) throws Exception {
        double unaccounted = takt.metric("taktstrom_stream_unaccounted_samples", "");
        require(unaccounted == 0, "unaccounted samples: " + unaccounted);
        remark("%d MiB", takt.memoryMiB());
        String printed = takt.stop();
        List<String> said = new ArrayList<>();
        Failures.inLog(takt, said);
        said.forEach(this::wrong);
        return PrintedAccount.of(printed, STREAM);
    }

    /** What came of the device's numbers: in order, and none missing without a mark. */
    Losses compare(List<SeenSample> seen, boolean repeats) {
        Losses found = Losses.of(seen, false);
        losses = found;
        require(
                found.unmarked() == 0 && found.disordered() == 0 && (repeats || found.repeated() == 0),
                "samples lost without a mark, out of order or repeated: " + found);
        return found;
    }

    Row row(ProcessFault fault) {
        return new Row(
                fault.number(),
                fault.name(),
                fault.peer(),
                fault.how(),
                noticeMillis,
                recoverMillis,
                losses,
                wrong.isEmpty() ? null : String.join("; ", wrong),
                Row.Kind.OURS,
                String.join(", ", remarks));
    }
}
