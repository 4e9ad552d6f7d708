package io.taktstrom.connect.sink;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.common.TopicPartition;

/** Which commands are not answered yet, for each partition in the order of their offsets. Thread-safe. */
final class OpenCommands {

    /** A command, from when it came until its answer is where answers go. */
    final class Open {

        private final long offset;
        private boolean answered;

        private Open(long offset) {
            this.offset = offset;
        }

        void answered() {
            synchronized (OpenCommands.this) {
                if (!answered) {
                    answered = true;
                    open--;
                    OpenCommands.this.notifyAll();
                }
            }
        }
    }

    /** Guarded by this, as is all below. */
    private final Map<TopicPartition, Deque<Open>> partitions = new HashMap<>();

    private int open;

    synchronized Open add(TopicPartition partition, long offset) {
        Open command = new Open(offset);
        partitions.computeIfAbsent(partition, first -> new ArrayDeque<>()).add(command);
        open++;
        return command;
    }

    synchronized int size() {
        return open;
    }

    /** Waits until all are answered, or for so long. */
    synchronized void await(long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        long left = millis;
        while (open > 0 && left > 0) {
            wait(left);
            left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        }
    }

    /** For each partition the offset before which all is answered; those in which something was answered since the last time. */
    synchronized Map<TopicPartition, Long> takeAnswered() {
        Map<TopicPartition, Long> answered = new HashMap<>();
        partitions.forEach((partition, commands) -> {
            while (!commands.isEmpty() && commands.peek().answered) {
                answered.put(partition, commands.remove().offset + 1);
            }
        });
        return answered;
    }

    /** Somebody else has these partitions now: what is still to be answered there is no concern of ours. */
    synchronized void forget(Iterable<TopicPartition> gone) {
        for (TopicPartition partition : gone) {
            Deque<Open> commands = partitions.remove(partition);
            if (commands != null) {
                for (Open command : commands) {
                    open -= command.answered ? 0 : 1;
                    command.answered = true;
                }
            }
        }
    }
}
