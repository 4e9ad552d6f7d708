package io.taktstrom.sinks.mqtt.broker;

/** Hears of messages that the broker will never take. */
@FunctionalInterface
public interface Refusal {

    /**
     * Called in the thread that delivers.
     *
     * @param message its place among those that are delivered, from 0
     * @param reason for people: what does not fit, and what to do
     */
    void refused(int message, String reason);
}
