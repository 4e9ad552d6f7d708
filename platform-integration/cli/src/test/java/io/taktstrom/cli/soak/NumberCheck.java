package io.taktstrom.cli.soak;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.taktstrom.cli.plant.SeenSample;

/**
 * The numbers of one point of one stream, as one receiver gets them, compared with how a device counts: in order, none missing without
 * a mark, none that was not counted. Keeps so much as repeats may be old. One thread.
 */
final class NumberCheck {

    /** How a point follows from the device's number. */
    enum Kind {
        /** Each number, one after the other. */
        EACH(1, 1),
        /** Each number, doubled. */
        DOUBLED(2, 1),
        /** One in ten. */
        TENTH(1, 10),
        /** Numbers as polls, or means of intervals, find them: some are not seen. */
        SOME(1, Long.MAX_VALUE),
        /** Not a number that counts: only its order, its repeats and its receivers are compared. */
        ANY(1, Long.MAX_VALUE);

        private final long factor;
        private final long step;

        Kind(long factor, long step) {
            this.factor = factor;
            this.step = step;
        }
    }

    private static final int REMEMBERED = 50_000;
    private static final int SHOWN = 5;

    final String stream;
    final String point;
    final String receiver;
    private final Kind kind;
    private final Runs runs;
    private final Map<SeenSample, Boolean> before = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<SeenSample, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    };
    /** Of each process: how many samples, and the sum of their hashes. */
    private final Map<Integer, long[]> sums = new TreeMap<>();

    private final List<String> wrong = new ArrayList<>();
    private long last = -1;
    private long lastAt;
    private boolean bad;
    private long samples;
    private long marked;
    private long between;
    private long repeated;
    private long unmarked;
    private final List<String> gaps = new ArrayList<>();

    NumberCheck(String stream, String point, String receiver, Kind kind, Runs runs) {
        this.stream = stream;
        this.point = point;
        this.receiver = receiver;
        this.kind = kind;
        this.runs = runs;
    }

    /** @param counted most that the device has counted to by now, in any of its lives */
    void add(SeenSample sample, long counted) {
        if (before.put(sample, true) != null) {
            repeated++;
            return;
        }
        samples++;
        int run = runs.at(sample.receivedAt());
        long[] sum = sums.computeIfAbsent(run, any -> new long[2]);
        sum[0]++;
        sum[1] += Long.hashCode(sample.receivedAt() * 31 + sample.sequence()) * 31L + sample.value();
        if (sample.receivedAt() < lastAt) {
            wrong("received before the one in front of it", sample);
        }
        if (sample.isBad()) {
            bad = true;
        } else {
            if (kind != Kind.ANY) {
                follow(sample, run, counted);
            }
            last = sample.value() / kind.factor;
            bad = false;
        }
        lastAt = sample.receivedAt();
    }

    private void follow(SeenSample sample, int run, long counted) {
        long number = sample.value() / kind.factor;
        if (sample.value() % kind.factor != 0 || number > counted) {
            wrong("not a number of the device, which has counted to " + counted, sample);
        }
        boolean excused = bad || sample.isMarked();
        int former = lastAt == 0 ? run : runs.at(lastAt);
        boolean restarted = run != former;
        // A process that ended in order has published or stored all that it had: what the device counts meanwhile has
        // no mark.
        boolean meanwhile = restarted && !runs.wasKilled(run - 1);
        if (last < 0 || number == last + 1) {
            return;
        }
        if (number > last) {
            long missing = kind.step == Long.MAX_VALUE ? 0 : number - last - kind.step;
            if (missing > 0 && excused) {
                marked += missing;
            } else if (missing > 0 && meanwhile) {
                between += missing;
            } else if (missing > 0) {
                unmarked += missing;
                gaps.add("%d numbers without a mark behind %d, received at %d"
                        .formatted(missing, last, sample.receivedAt()));
            }
        } else if (number < last && !excused && !meanwhile) {
            wrong("behind " + last + ", and nothing says that the device began again", sample);
        } else if (number == last && kind != Kind.SOME && !excused && !meanwhile) {
            wrong("the same number again", sample);
        }
    }

    private void wrong(String what, SeenSample sample) {
        if (wrong.size() < SHOWN) {
            wrong.add("%s %s at %s: %s: %s".formatted(stream, point, receiver, sample, what));
        }
    }

    /**
     * What is wrong.
     *
     * @param skipped numbers that the device says it has never shown to anyone: this machine was too busy for its simulator
     */
    List<String> wrong(long skipped) {
        List<String> all = new ArrayList<>(wrong);
        if (unmarked > skipped) {
            all.add("%s %s at %s: %d numbers are missing without a mark, and the device skipped %d: %s"
                    .formatted(
                            stream, point, receiver, unmarked, skipped, gaps.subList(0, Math.min(SHOWN, gaps.size()))));
        }
        return all;
    }

    /** Numbers that are missing without a mark. */
    long unmarked() {
        return unmarked;
    }

    /** How many and which samples of a process it got; two receivers of the same ones have equal texts. */
    String of(int run) {
        long[] sum = sums.getOrDefault(run, new long[2]);
        return sum[0] + " samples, sum " + Long.toHexString(sum[1]);
    }

    long samples() {
        return samples;
    }

    /** Numbers that are missing with a mark. */
    long marked() {
        return marked;
    }

    /** Numbers that the device counted between two processes. */
    long between() {
        return between;
    }

    long repeated() {
        return repeated;
    }

    /** The last number, or -1. */
    long last() {
        return last;
    }
}
