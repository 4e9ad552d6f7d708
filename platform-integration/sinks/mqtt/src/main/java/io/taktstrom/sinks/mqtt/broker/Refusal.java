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

    /** The same of a message that the broker takes once an administrator permits it. */
    default void denied(int message, String reason) {
        refused(message, reason);
    }

    /** The same for one message, whatever place it has where it is delivered alone. */
    default Refusal at(int message) {
        return new Refusal() {
            @Override
            public void refused(int only, String reason) {
                Refusal.this.refused(message, reason);
            }

            @Override
            public void denied(int only, String reason) {
                Refusal.this.denied(message, reason);
            }
        };
    }
}
