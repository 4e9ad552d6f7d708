package io.taktstrom.cli.faults;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.taktstrom.cli.plant.SeenSample;

/**
 * What became of the numbers that a device has counted, as a receiver has them.
 *
 * @param marked numbers that are missing, with a Bad or Overflow status in their place
 * @param unmarked those that are missing without one
 * @param repeated samples that came again
 * @param disordered samples that came first behind a later one
 * @param where the first things that were wrong
 */
record Losses(long marked, long unmarked, long repeated, long disordered, List<String> where) {

    private static final int SHOWN = 5;

    /** @param again whether the device may begin to count again after a Bad sample */
    static Losses of(List<SeenSample> seen, boolean again) {
        long marked = 0;
        long unmarked = 0;
        long repeated = 0;
        long disordered = 0;
        List<String> where = new ArrayList<>();
        Set<SeenSample> before = new HashSet<>();
        Set<Long> numbers = new HashSet<>();
        long last = -1;
        boolean bad = false;
        for (int i = 0; i < seen.size(); i++) {
            SeenSample sample = seen.get(i);
            if (bad && !sample.isBad() && sample.value() == last) {
                // Read again, and Good again: it has not changed meanwhile.
                bad = false;
            } else if (!before.add(sample) || (!sample.isBad() && !again && !numbers.add(sample.value()))) {
                repeated++;
            } else if (sample.isBad()) {
                bad = true;
            } else {
                if (last >= 0 && sample.value() > last + 1) {
                    long missing = sample.value() - last - 1;
                    boolean excused = bad || sample.isMarked();
                    marked += excused ? missing : 0;
                    unmarked += excused ? 0 : missing;
                    if (!excused) {
                        where.add("sample %d: %d after %d".formatted(i, sample.value(), last));
                    }
                } else if (sample.value() < last && !(again && bad)) {
                    disordered++;
                    where.add("sample %d: %d behind %d".formatted(i, sample.value(), last));
                }
                last = sample.value();
                bad = false;
            }
        }
        return new Losses(
                marked, unmarked, repeated, disordered, List.copyOf(where.subList(0, Math.min(SHOWN, where.size()))));
    }
}
