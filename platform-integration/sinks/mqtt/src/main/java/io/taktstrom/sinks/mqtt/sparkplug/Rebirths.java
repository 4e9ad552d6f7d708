package io.taktstrom.sinks.mqtt.sparkplug;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

import io.taktstrom.sink.SinkContext;

/**
 * Gives births when a host asks for them, also while no samples come. On a thread of its own, which lives as long as that
 * takes: who hears the host must not wait for the broker.
 */
final class Rebirths implements AutoCloseable {

    /** Publishes all births again. */
    @FunctionalInterface
    interface Birth {
        void give() throws IOException;
    }

    private final String sink;
    private final Birth birth;
    private final AtomicInteger wanted = new AtomicInteger();
    private volatile boolean closed;

    Rebirths(SinkContext context, Birth birth) {
        sink = context.name();
        this.birth = birth;
    }

    /** However often it is wanted while one is given, one more follows. */
    void wanted() {
        if (!closed && wanted.getAndIncrement() == 0) {
            Thread thread = new Thread(this::give, "takt-mqtt-rebirth-" + sink);
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void give() {
        int answered;
        do {
            answered = wanted.get();
            try {
                birth.give();
            } catch (IOException e) {
                // The session is gone, or its host: the next one begins with births.
            } catch (IllegalStateException e) {
                if (!closed) {
                    throw e;
                }
            }
        } while (wanted.addAndGet(-answered) > 0 && !closed);
    }

    @Override
    public void close() {
        closed = true;
    }
}
