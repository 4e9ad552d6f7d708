package io.taktstrom.runtime.reload;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;

/** The numbers of one point, as one stream brings them. */
final class CountedSamples {

    private static final int SHOWN = 8;

    private final String name;
    private final boolean sendsEach;
    private final List<String> recent = new ArrayList<>();
    private final List<String> wrong = new ArrayList<>();
    private long lost;
    private long repeated;
    private long marked;
    private long samples;
    private boolean any;
    private boolean bad;
    private long value;
    private long time;

    CountedSamples(String name, boolean sendsEach) {
        this.name = name;
        this.sendsEach = sendsEach;
    }

    synchronized void see(SampleBatch batch, int i, String when) {
        int status = batch.statusAt(i);
        samples++;
        if (StatusCode.isBad(status)) {
            bad = true;
            return;
        }
        long now = batch.longAt(i);
        // What is read has no time of its own.
        long at = batch.sourceTimeAt(i) == SampleBatch.NO_TIME ? batch.receivedAt() : batch.sourceTimeAt(i);
        boolean isMarked = StatusCode.hasOverflow(status);
        marked += isMarked ? 1 : 0;
        recent.add(now + (isMarked ? "!" : ""));
        if (recent.size() > SHOWN) {
            recent.remove(0);
        }
        if (any) {
            compare(now, at, isMarked || bad, when);
        }
        any = true;
        bad = false;
        value = now;
        time = at;
    }

    private void compare(long now, long at, boolean isExcused, String when) {
        boolean isRepeated = sendsEach ? now <= value : now < value || at <= time;
        if (isRepeated) {
            repeated++;
            note(now + " repeated after " + value, when);
        } else if (sendsEach && now > value + 1 && !isExcused) {
            lost += now - value - 1;
            note((now - value - 1) + " missing before " + now, when);
        }
    }

    private void note(String what, String when) {
        if (wrong.size() < 2) {
            wrong.add(name + ": " + what + " " + recent + ", after " + when);
        }
    }

    synchronized long lost() {
        return lost;
    }

    synchronized long repeated() {
        return repeated;
    }

    synchronized long marked() {
        return marked;
    }

    synchronized long samples() {
        return samples;
    }

    synchronized List<String> wrong() {
        return List.copyOf(wrong);
    }
}
