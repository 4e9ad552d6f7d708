package io.taktstrom.cli.soak;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/**
 * Which fault comes in which minute. What ends takt's process comes in the first fifth and in the last minute: in between one process
 * runs on, long enough to see whether it grows.
 */
final class SoakPlan {

    private SoakPlan() {}

    /** One for each minute; each of those that may come comes once before one comes again. */
    static List<SoakFault> of(int minutes, long seed) {
        Random random = new Random(seed);
        List<SoakFault> ending =
                SoakFault.all().stream().filter(SoakFault::ends).toList();
        List<SoakFault> others =
                SoakFault.all().stream().filter(fault -> !fault.ends()).toList();
        Deque<SoakFault> nextEnding = new ArrayDeque<>();
        Deque<SoakFault> nextOthers = new ArrayDeque<>();
        List<SoakFault> plan = new ArrayList<>();
        for (int minute = 0; minute < minutes; minute++) {
            boolean ends = minute == minutes - 1 || (minute < minutes / 5 && minute % 2 == 1);
            plan.add(ends ? take(nextEnding, ending, random) : take(nextOthers, others, random));
        }
        return List.copyOf(plan);
    }

    private static SoakFault take(Deque<SoakFault> next, List<SoakFault> all, Random random) {
        if (next.isEmpty()) {
            List<SoakFault> shuffled = new ArrayList<>(all);
            Collections.shuffle(shuffled, random);
            next.addAll(shuffled);
        }
        return next.remove();
    }
}
