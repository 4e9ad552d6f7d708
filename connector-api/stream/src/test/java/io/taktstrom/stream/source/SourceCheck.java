package io.taktstrom.stream.source;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.stream.AccountedSink;
import org.jspecify.annotations.Nullable;

/**
 * What the sinks of scans are promised: each variable's values in their order, each that is missing marked Overflow or behind a Bad
 * status, none twice unless it may be, and once Bad when the device is lost.
 */
final class SourceCheck {

    private final IntSupplier session;
    private final Consumer<String> trace;
    private final long[] last;
    private final int[] status;
    /** The session that was the latest one when that was said. */
    private final int[] saidIn;
    /** Whether there was a Bad status since the last value. */
    private final boolean[] wasBad;
    /** Variables that were not sampled until now, or not by a scan that knows the last value. */
    private final boolean[] unknown;
    /** Variables whose next sample has to be marked. */
    private final boolean[] afterGap;
    /** Variables of which values may be missing, or come twice, because they are read by several or sampled by time. */
    private final boolean[] read;

    private final boolean[] disordered;
    private final boolean[] bridged;
    /** Whether the next value may be the last one again. */
    private final boolean[] repeatable;
    /** Whether the next value may be any. */
    private final boolean[] unordered;

    private long taken;
    private long lost;
    private boolean over;
    private @Nullable String violation;

    /** @param session the number of the device's latest session */
    SourceCheck(int variables, IntSupplier session, Consumer<String> trace) {
        this.session = session;
        this.trace = trace;
        last = new long[variables];
        Arrays.fill(last, -1);
        status = new int[variables];
        Arrays.fill(status, StatusCode.BAD_WAITING_FOR_INITIAL_DATA);
        saidIn = new int[variables];
        wasBad = new boolean[variables];
        unknown = new boolean[variables];
        Arrays.fill(unknown, true);
        afterGap = new boolean[variables];
        read = new boolean[variables];
        bridged = new boolean[variables];
        repeatable = new boolean[variables];
        disordered = new boolean[variables];
        unordered = new boolean[variables];
    }

    /** Where samples of a scan go. */
    AccountedSink sink(Scan[] of, String name) {
        return new AccountedSink() {
            @Override
            public void onSamples(SampleBatch batch) {
                take(batch, of[0].scanClass().mode().isOnChange(), name);
            }

            @Override
            public void lose(DropReason reason, long samples) {
                trace.accept(name + " loses " + samples + ", " + reason);
                lost += samples;
            }
        };
    }

    /** No value of it is known: it was not sampled for some time. */
    void forget(int variable) {
        unknown[variable] = true;
        afterGap[variable] = false;
        status[variable] = StatusCode.BAD_WAITING_FOR_INITIAL_DATA;
    }

    /** The next value may be the last one again: a scan of each sample does not say whether it has changed. */
    void repeat(int variable) {
        repeatable[variable] = true;
    }

    /** Values may be missing before the next one. */
    void skip(int variable) {
        unknown[variable] = true;
    }

    /** Whether values may come in any order at the moment, and then once more: what was read and what is pushed have none. */
    void disorder(int variable, boolean now) {
        disordered[variable] = now;
        unordered[variable] = true;
    }

    /** Whether the device goes on with what it kept of it: then nothing may be missing, also behind a Bad status. */
    void bridge(int variable, boolean goesOn) {
        bridged[variable] = goesOn;
    }

    /** Its next sample has to be marked, unless that says that the device is lost. */
    void expectMark(int variable) {
        afterGap[variable] = true;
    }

    /** Whether values of it may be missing at the moment. */
    void read(int variable, boolean now) {
        read[variable] = now;
    }

    /** Nothing may come any more. */
    void over(boolean isOver) {
        over = isOver;
    }

    long taken() {
        return taken;
    }

    long lost() {
        return lost;
    }

    long last(int variable) {
        return last[variable];
    }

    int status(int variable) {
        return status[variable];
    }

    @Nullable
    String violation() {
        return violation;
    }

    private void violated(String what) {
        if (violation == null) {
            violation = what;
        }
    }

    private void take(SampleBatch batch, boolean onChange, String name) {
        if (over) {
            violated("a sample comes behind the end");
        }
        StringBuilder told = new StringBuilder(name);
        taken += batch.size();
        boolean isToldLoss = true;
        for (int i = 0; i < batch.size(); i++) {
            isToldLoss &= LastSamples.saysLost(batch.statusAt(i)) && LastSamples.saysLost(status[variableAt(batch, i)]);
        }
        for (int i = 0; i < batch.size(); i++) {
            int variable = variableAt(batch, i);
            int now = batch.statusAt(i);
            told.append(" v").append(variable).append('=');
            if (StatusCode.isBad(now)) {
                told.append(StatusCode.name(now));
                takeBad(variable, now, isToldLoss);
            } else {
                told.append(batch.longAt(i)).append(StatusCode.hasOverflow(now) ? "!" : "");
                takeValue(variable, batch.longAt(i), StatusCode.hasOverflow(now), onChange);
            }
            status[variable] = now;
            saidIn[variable] = session.getAsInt();
        }
        trace.accept(told.toString());
    }

    private static int variableAt(SampleBatch batch, int i) {
        return SimulatedDevice.variableOf(batch.group().points().get(batch.pointAt(i)));
    }

    /** @param isToldLoss whether the batch has nothing else but what was said before */
    private void takeBad(int variable, int now, boolean isToldLoss) {
        if (isToldLoss && saidIn[variable] == session.getAsInt()) {
            violated("v" + variable + " is lost twice");
        }
        wasBad[variable] = true;
        afterGap[variable] &= !StatusCode.hasOverflow(now);
        bridged[variable] &= !StatusCode.hasOverflow(now);
    }

    private void takeValue(int variable, long value, boolean marked, boolean onChange) {
        boolean mayRepeat = marked || wasBad[variable] || unknown[variable] || repeatable[variable];
        boolean mayMiss = marked || unknown[variable] || (wasBad[variable] && !bridged[variable]);
        if (afterGap[variable] && !marked) {
            violated("v" + variable + " is not marked behind a gap");
        }
        if (unordered[variable]) {
            unordered[variable] = disordered[variable];
        } else if (value < last[variable]) {
            violated("v" + variable + ": " + value + " comes behind " + last[variable]);
        } else if (value == last[variable] && onChange && !mayRepeat && !read[variable]) {
            violated("v" + variable + ": " + value + " comes twice");
        } else if (value > last[variable] + 1 && !mayMiss && !read[variable]) {
            violated("v" + variable + ": " + value + " comes behind " + last[variable] + " without a mark");
        }
        last[variable] = value;
        bridged[variable] = false;
        repeatable[variable] = false;
        wasBad[variable] = false;
        unknown[variable] = false;
        afterGap[variable] = false;
    }
}
