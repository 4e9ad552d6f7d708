package io.taktstrom.connect.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.metrics.PluginMetrics;
import org.apache.kafka.connect.data.Struct;
import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.source.SourceTaskContext;
import org.apache.kafka.connect.storage.OffsetStorageReader;

/** A task as a worker runs it: polls, and answers for each record. One thread. */
final class TaskBench implements AutoCloseable {

    static final RecordMetadata PUBLISHED = new RecordMetadata(new TopicPartition("machine", 0), 0, 0, 0, 0, 0);

    private final TaktstromSourceTask task = new TaktstromSourceTask();
    private final FakeOffsets offsets;
    private final List<SourceRecord> published = new ArrayList<>();

    /** Starts a task that has the one connection {@code press0}. */
    TaskBench(String deployment, FakeOffsets offsets) {
        this.offsets = offsets;
        Map<String, String> given = Map.of(
                "name",
                "press-line",
                "topic",
                "machine.{connection}",
                "deployment",
                deployment,
                SourceOptions.CONNECTIONS,
                "press0",
                SourceOptions.TASK,
                "0");
        task.initialize(new Context(offsets));
        task.start(given);
    }

    private record Context(OffsetStorageReader offsetStorageReader) implements SourceTaskContext {

        @Override
        public Map<String, String> configs() {
            return Map.of();
        }

        @Override
        public PluginMetrics pluginMetrics() {
            throw new NoSuchMethodError("as in workers before 4.1");
        }
    }

    TaktstromSourceTask task() {
        return task;
    }

    /** Polls once, and publishes all that comes but for what this leaves out. */
    List<SourceRecord> publish(Predicate<SourceRecord> kept) throws InterruptedException {
        List<SourceRecord> records = task.poll();
        if (records == null) {
            return List.of();
        }
        for (SourceRecord record : records) {
            boolean isKept = kept.test(record);
            if (isKept) {
                published.add(record);
                offsets.store(record);
            }
            task.commitRecord(record, isKept ? PUBLISHED : null);
        }
        return records;
    }

    /** Publishes until so many are. */
    List<SourceRecord> publishUntil(int number) throws InterruptedException {
        long end = System.nanoTime() + Duration.ofMinutes(1).toNanos();
        while (published.size() < number) {
            if (System.nanoTime() > end) {
                throw new AssertionError("only " + published.size() + " of " + number + " records came in a minute");
            }
            publish(record -> true);
        }
        return published;
    }

    static Struct value(SourceRecord record) {
        return (Struct) record.value();
    }

    static long sequence(SourceRecord record) {
        return value(record).getInt64("sequence");
    }

    static long run(SourceRecord record) {
        return value(record).getInt64("run");
    }

    static Set<String> marks(List<SourceRecord> records) {
        return records.stream()
                .filter(record -> value(record).getString("status").endsWith("+Overflow"))
                .map(record -> value(record).getString("point"))
                .collect(Collectors.toSet());
    }

    @Override
    public void close() {
        task.stop();
    }
}
