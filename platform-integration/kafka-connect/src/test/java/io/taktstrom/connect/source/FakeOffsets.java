package io.taktstrom.connect.source;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.kafka.connect.source.SourceRecord;
import org.apache.kafka.connect.storage.OffsetStorageReader;
import org.jspecify.annotations.Nullable;

/** The source offsets that Connect keeps. Thread-safe. */
final class FakeOffsets implements OffsetStorageReader {

    private final Map<Map<String, ?>, Map<String, Object>> stored = new ConcurrentHashMap<>();

    void store(SourceRecord record) {
        Map<String, Object> offset = new HashMap<>();
        record.sourceOffset().forEach(offset::put);
        stored.put(Map.copyOf(record.sourcePartition()), offset);
    }

    void store(Map<String, String> partition, Map<String, Object> offset) {
        stored.put(partition, offset);
    }

    @Override
    public <T> @Nullable Map<String, Object> offset(Map<String, T> partition) {
        return stored.get(partition);
    }

    @Override
    public <T> Map<Map<String, T>, Map<String, Object>> offsets(Collection<Map<String, T>> partitions) {
        Map<Map<String, T>, Map<String, Object>> found = new HashMap<>();
        for (Map<String, T> partition : partitions) {
            Map<String, Object> offset = stored.get(partition);
            if (offset != null) {
                found.put(partition, offset);
            }
        }
        return found;
    }
}
