package io.taktstrom.sinks.format;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.PointGroup;
import org.jspecify.annotations.Nullable;

/**
 * What a sink derives from a point, once for each point of each group: its topic, its table, its key, the part of a message
 * that is always the same.
 *
 * <pre>{@code
 * PointCache<byte[]> topics = new PointCache<>((group, point) -> topic.of(group.points().get(point)).getBytes(UTF_8));
 * byte[] topic = topics.at(batch.group(), batch.pointAt(i));      // 0 bytes, once it is there
 * }</pre>
 *
 * <p>Hot. Batches of several connections come in turn, so several groups are kept, the latest ones. One thread.
 */
public final class PointCache<T> {

    /** So many connections can share a stream before entries are made again each time. */
    private static final int MAX_GROUPS = 256;

    /** Makes what is kept. */
    @FunctionalInterface
    public interface Maker<T> {
        T of(PointGroup group, int point);
    }

    private final Maker<T> maker;
    /** The oldest first. */
    private final List<Entry> entries = new ArrayList<>();

    private Entry current;

    public PointCache(Maker<T> maker) {
        this.maker = maker;
        current = new Entry(null, 0);
    }

    private static final class Entry {
        private final @Nullable PointGroup group;
        private final @Nullable Object[] values;

        Entry(@Nullable PointGroup group, int points) {
            this.group = group;
            values = new Object[points];
        }
    }

    /** What was made for this point. */
    @SuppressWarnings("unchecked") // only the maker's values are put in
    public T at(PointGroup group, int point) {
        if (current.group != group) {
            select(group);
        }
        Object value = current.values[point];
        if (value == null) {
            value = maker.of(group, point);
            current.values[point] = value;
        }
        return (T) value;
    }

    /** Groups are told apart as objects: an equal one may have other types. */
    @SuppressWarnings("ReferenceEquality")
    private void select(PointGroup group) {
        for (int i = 0; i < entries.size(); i++) {
            if (entries.get(i).group == group) {
                current = entries.get(i);
                return;
            }
        }
        if (entries.size() == MAX_GROUPS) {
            entries.remove(0);
        }
        current = new Entry(group, group.size());
        entries.add(current);
    }
}
