package io.taktstrom.stream;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkInlet;
import org.jspecify.annotations.Nullable;

/**
 * A receiver that fails as a seed decides, and checks what it gets: each point in its order, each gap marked
 * Overflow, nothing twice but what was delivered again.
 */
final class SimulatedReceiver implements SinkInlet {

    /** What it does with a unit. */
    enum Behavior {
        WORKING,
        /** Not there. */
        AWAY,
        /** Takes all, and its answer is lost. */
        LOSING_ANSWERS,
        /** Throws what no repetition helps against. */
        FAILING,
        REFUSING,
        DENYING
    }

    private record Arrived(int point, long value, boolean marked) {
        @Override
        public String toString() {
            return "p" + point + "=" + value + (marked ? "!" : "");
        }
    }

    private final SplittableRandom random;
    private final Runnable meanwhile;
    private final Consumer<String> trace;
    private final int unitSamples;
    private final long[] newest;
    private final long[] newestBefore;
    private final boolean[] unknown;
    private final List<Arrived> gathered = new ArrayList<>();
    private final List<Integer> refused = new ArrayList<>();
    private final List<Integer> denied = new ArrayList<>();
    private Behavior behavior = Behavior.WORKING;
    private long acknowledged;
    /** How many samples, the first ones of this run, the sender takes for such that may have arrived before. */
    private long mayRepeat;
    /** Samples of this run that are over. */
    private long over;

    private @Nullable String violation;

    /** @param meanwhile what others do during a call */
    SimulatedReceiver(
            SplittableRandom random, int points, int unitSamples, Runnable meanwhile, Consumer<String> trace) {
        this.random = random;
        this.meanwhile = meanwhile;
        this.trace = trace;
        this.unitSamples = unitSamples;
        newest = new long[points];
        newestBefore = new long[points];
        unknown = new boolean[points];
    }

    void behave(Behavior now) {
        behavior = now;
    }

    /** What was wrong first; null when nothing was. */
    @Nullable
    String violation() {
        return violation;
    }

    /** How many samples this run has been told to be there. */
    long acknowledged() {
        return acknowledged;
    }

    /**
     * Another run of the program begins.
     *
     * @param keeps whether it goes on where the former one was, or says what is missing
     */
    void programStarts(boolean keeps) {
        acknowledged = 0;
        over = 0;
        mayRepeat = Long.MAX_VALUE;
        mayComeAgain();
        Arrays.fill(unknown, !keeps);
        gathered.clear();
    }

    /** So many of the first samples may have arrived before, as the sender says; no others. */
    void mayRepeat(long samples) {
        mayRepeat = samples;
    }

    /** All that has arrived so far: the sender may not know. */
    private void mayComeAgain() {
        System.arraycopy(newest, 0, newestBefore, 0, newest.length);
    }

    @Override
    public int unitSamples() {
        return unitSamples;
    }

    @Override
    public void publish(SampleBatch batch, FlushUnit unit) throws IOException {
        meanwhile.run();
        if (behavior == Behavior.AWAY && random.nextBoolean()) {
            gathered.clear();
            throw new IOException("away");
        }
        for (int i = 0; i < batch.size(); i++) {
            gathered.add(new Arrived(batch.pointAt(i), batch.longAt(i), StatusCode.hasOverflow(batch.statusAt(i))));
        }
        if (unit.isComplete()) {
            try {
                complete(unit);
            } finally {
                gathered.clear();
            }
        }
    }

    private void complete(FlushUnit unit) throws IOException {
        refused.clear();
        denied.clear();
        trace.accept("unit " + unit.number() + ", attempt " + unit.attempt() + ", the receiver is " + behavior + ": "
                + gathered);
        switch (behavior) {
            case AWAY -> throw new IOException("away");
            case FAILING -> {
                // Nothing of it arrives.
                over += gathered.size();
                throw new IllegalStateException("defect");
            }
            case REFUSING -> choose(refused);
            case DENYING -> choose(denied);
            case WORKING, LOSING_ANSWERS -> {
                // All of it arrives.
            }
        }
        for (int i = 0; i < gathered.size(); i++) {
            if (denied.contains(i)) {
                unit.deny(i, "not now");
            } else if (refused.contains(i)) {
                unit.refuse(i, "never");
            } else {
                acknowledged++;
            }
            if (!denied.contains(i)) {
                take(gathered.get(i), unit.attempt() > 1, over + i);
            }
        }
        if (!denied.isEmpty()) {
            // What is held comes behind what came later: places say no more what is first.
            mayRepeat = Long.MAX_VALUE;
        }
        if (behavior == Behavior.LOSING_ANSWERS && random.nextBoolean()) {
            acknowledged -= gathered.size();
            mayComeAgain();
            throw new IOException("the answer is lost");
        }
        over += gathered.size();
    }

    /** All samples from one on of some point, so that its order is kept when they come again. */
    private void choose(List<Integer> chosen) {
        int point = gathered.get(random.nextInt(gathered.size())).point();
        for (int i = 0; i < gathered.size(); i++) {
            if (gathered.get(i).point() == point) {
                chosen.add(i);
            }
        }
    }

    private void violated(String what) {
        if (violation == null) {
            violation = what;
        }
    }

    private void take(Arrived sample, boolean again, long place) {
        int point = sample.point();
        if (sample.value() <= newest[point]) {
            if (!again && place >= mayRepeat) {
                violated("p" + point + ": " + sample.value() + " comes again, and only " + mayRepeat
                        + " samples were said to");
            }
            if (!again && sample.value() > newestBefore[point]) {
                violated("p" + point + ": " + sample.value() + " comes again, behind " + newest[point]);
            }
            return;
        }
        if (sample.value() > newest[point] + 1 && !sample.marked() && !unknown[point]) {
            violated("p" + point + ": " + sample.value() + " comes behind " + newest[point] + " without a mark");
        }
        newest[point] = sample.value();
        unknown[point] = false;
    }
}
