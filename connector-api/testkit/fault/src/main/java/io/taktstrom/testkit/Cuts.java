package io.taktstrom.testkit;

import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** The offsets at which one armed split cuts one direction of one connection. Offsets asked for never go back. */
final class Cuts {

    private final Iterator<Integer> sizes;
    private final Duration pause;
    private long next;

    private Cuts(Iterator<Integer> sizes, Duration pause, long start) {
        this.sizes = sizes;
        this.pause = pause;
        this.next = start;
    }

    static Cuts of(Fault.Cutting fault, Random random, long start) {
        if (fault instanceof Fault.RandomSplit split) {
            return new Cuts(random.ints(split.minBytes(), split.maxBytes() + 1).iterator(), split.pause(), start);
        }
        List<Integer> sizes = ((Fault.Split) fault).sizes();
        return new Cuts(Stream.generate(() -> sizes).flatMap(List::stream).iterator(), fault.pause(), start);
    }

    /** The first cut behind this offset. */
    long after(long offset) {
        while (next <= offset) {
            next += sizes.next();
        }
        return next;
    }

    boolean at(long offset) {
        return next == offset;
    }

    Duration pause() {
        return pause;
    }
}
