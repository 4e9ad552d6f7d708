package io.taktstrom.sinks.kafka;

import java.nio.charset.StandardCharsets;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/** Where a message goes, its key encoded once. */
final class Route {

    private final String topic;
    private final String key;
    private final byte[] keyBytes;

    /** @param key empty for none */
    Route(String topic, String key) {
        this.topic = topic;
        this.key = key;
        keyBytes = key.getBytes(StandardCharsets.UTF_8);
    }

    String topic() {
        return topic;
    }

    /** Not to be changed; null for none. */
    byte @Nullable [] key() {
        return keyBytes.length == 0 ? null : keyBytes;
    }

    int keyBytes() {
        return keyBytes.length;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Route route && route.topic.equals(topic) && route.key.equals(key);
    }

    @Override
    public int hashCode() {
        return Objects.hash(topic, key);
    }
}
