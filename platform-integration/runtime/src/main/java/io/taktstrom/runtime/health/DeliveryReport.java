package io.taktstrom.runtime.health;

import java.util.Map;

/**
 * How alarms reach people.
 *
 * @param receivers by name
 * @param journalTrouble why the journal is not written; empty while it is, or there is none
 */
public record DeliveryReport(Map<String, Receiver> receivers, String journalTrouble) {

    /** Where no one is told. */
    public static final DeliveryReport NONE = new DeliveryReport(Map.of(), "");

    public DeliveryReport {
        receivers = Map.copyOf(receivers);
    }

    /**
     * How one receiver does: raised = delivered + pending + dropped.
     *
     * @param trouble why it does not get what it is sent; empty while it does
     * @param raised notices for it since the start
     * @param delivered of those, that it has
     * @param pending that wait
     * @param dropped by reason
     */
    public record Receiver(String trouble, long raised, long delivered, long pending, Map<String, Long> dropped) {}
}
