package io.taktstrom.sinks.message;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Which commands are not answered yet, for each partition in the order of their offsets; so how far offsets can be committed.
 *
 * <pre>
 *   offset   7 8 9 10      answers to 7, 8 and 10 are there: 9 is to be committed, the next one to read
 * </pre>
 *
 * <p>Thread-safe.
 *
 * @param <P> a partition
 */
public final class UnansweredCommands<P> {

    /** A command, from when it came until its answer is where answers go. */
    public final class Unanswered {

        private final long offset;
        private boolean answered;

        private Unanswered(long offset) {
            this.offset = offset;
        }

        /** The answer is there. Idempotent. */
        public void answered() {
            synchronized (UnansweredCommands.this) {
                if (!answered) {
                    answered = true;
                    count--;
                    UnansweredCommands.this.notifyAll();
                }
            }
        }
    }

    /** Guarded by this, as is all below. */
    private final Map<P, Deque<Unanswered>> partitions = new HashMap<>();

    private int count;

    /** Adds what came; offsets rise, and may leave gaps. */
    public synchronized Unanswered add(P partition, long offset) {
        Unanswered command = new Unanswered(offset);
        partitions.computeIfAbsent(partition, first -> new ArrayDeque<>()).add(command);
        count++;
        return command;
    }

    /** How many are not answered. */
    public synchronized int size() {
        return count;
    }

    /** How many are not committed: not answered, or behind one that is not. */
    public synchronized int uncommitted() {
        return partitions.values().stream().mapToInt(Deque::size).sum();
    }

    /** Waits until all are answered, or for so long. */
    public synchronized void await(long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        long left = millis;
        while (count > 0 && left > 0) {
            wait(left);
            left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        }
    }

    /** For each partition the offset before which all is answered; those in which something was answered since the last time. */
    public synchronized Map<P, Long> takeAnswered() {
        Map<P, Long> answered = new HashMap<>();
        partitions.forEach((partition, commands) -> {
            while (!commands.isEmpty() && commands.peek().answered) {
                answered.put(partition, commands.remove().offset + 1);
            }
        });
        return answered;
    }

    /** Other consumers have these partitions now, and answer what is unanswered there. */
    public synchronized void forget(Iterable<P> gone) {
        for (P partition : gone) {
            Deque<Unanswered> commands = partitions.remove(partition);
            if (commands != null) {
                commands.forEach(Unanswered::answered);
            }
        }
    }
}
