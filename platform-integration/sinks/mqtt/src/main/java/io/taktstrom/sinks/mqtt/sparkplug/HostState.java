package io.taktstrom.sinks.mqtt.sparkplug;

import java.nio.ByteBuffer;
import java.time.Duration;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * Whether the primary host is there, as it says itself: {@code {"online":true,"timestamp":1795331109000}}, kept by the
 * broker. Thread-safe.
 */
final class HostState {

    private static final JsonFactory JSON = new JsonFactory();
    private static final long NEVER = Long.MIN_VALUE;

    private final String host;
    private boolean online;
    private long timestamp = NEVER;

    /** @param host its id; empty when none is waited for */
    HostState(String host) {
        this.host = host;
    }

    boolean isWanted() {
        return !host.isEmpty();
    }

    String topic() {
        return "spBv1.0/STATE/" + host;
    }

    synchronized void forget() {
        online = false;
        timestamp = NEVER;
    }

    /** What it said; what is older than what it said before, or no state at all, does not count. */
    void said(ByteBuffer payload) {
        byte[] text = new byte[payload.remaining()];
        payload.get(text);
        Boolean newOnline = null;
        long newTimestamp = NEVER;
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return;
            }
            while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                String name = parser.currentName();
                JsonToken value = parser.nextToken();
                if ("online".equals(name) && value.isBoolean()) {
                    newOnline = parser.getBooleanValue();
                } else if ("timestamp".equals(name) && value == JsonToken.VALUE_NUMBER_INT) {
                    newTimestamp = parser.getLongValue();
                } else {
                    parser.skipChildren();
                }
            }
        } catch (JacksonException e) {
            return;
        }
        if (newOnline != null) {
            set(newOnline, newTimestamp);
        }
    }

    private synchronized void set(boolean newOnline, long newTimestamp) {
        if (newTimestamp >= timestamp) {
            online = newOnline;
            timestamp = newTimestamp;
            notifyAll();
        }
    }

    /** Whether it is there, or comes within that time; an interrupt ends waiting, and stays. */
    synchronized boolean awaitOnline(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        // One that has said that it is away may stay so for days; one that was not heard of yet is about to be.
        while (isWanted() && !online && timestamp == NEVER) {
            long millis = (end - System.nanoTime()) / 1_000_000;
            if (millis <= 0) {
                return false;
            }
            try {
                wait(millis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return !isWanted() || online;
    }
}
