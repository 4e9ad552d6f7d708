package io.taktstrom.opcua.simulator.model;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * An event that the server sends to subscribers.
 *
 * @param name of the event in the model; also the name of its source
 * @param every how often; null for only on demand
 * @param severity 1 to 1000
 */
public record SimulatedEvent(
        String name,
        Kind kind,
        String message,
        int severity,
        @Nullable Duration every) {

    /** Event types of namespace 0 without fields of their own (OPC UA Part 5, 6.4). */
    public enum Kind {
        BASE("BaseEventType"),
        SYSTEM("SystemEventType"),
        DEVICE_FAILURE("DeviceFailureEventType"),
        MODEL_CHANGE("BaseModelChangeEventType");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** As OPC UA calls it. */
        @Override
        public String toString() {
            return text;
        }
    }

    public SimulatedEvent {
        if (severity < 1 || severity > 1000) {
            throw new IllegalArgumentException("severity " + severity + " of event " + name + " is not in 1..1000");
        }
        if (every != null) {
            SimulatedPoint.checkCycle(every);
        }
    }
}
