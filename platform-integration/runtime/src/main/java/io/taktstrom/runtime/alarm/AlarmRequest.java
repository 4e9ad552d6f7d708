package io.taktstrom.runtime.alarm;

import java.time.Duration;

import io.taktstrom.descriptor.Durations;

/**
 * What someone wants to make of alarms.
 *
 * @param alarms a name, or a pattern of names
 * @param who asks, for the journal
 * @param comment for the journal; empty for none
 * @param shelveFor how long they are to be shelved; without effect on other actions
 */
public record AlarmRequest(Action action, String alarms, String who, String comment, Duration shelveFor) {

    /** What can be made of them. */
    public enum Action {
        /** Someone has seen it. */
        ACKNOWLEDGE("acknowledged"),
        /** No one is told of it for a while. */
        SHELVE("shelved"),
        UNSHELVE("unshelved");

        private final String done;

        Action(String done) {
            this.done = done;
        }

        String done() {
            return done;
        }
    }

    /** @throws IllegalArgumentException when alarms are to be shelved for longer, or for no time */
    void requireAtMost(Duration maxShelve) {
        if (action == Action.SHELVE
                && (shelveFor.isZero() || shelveFor.isNegative() || shelveFor.compareTo(maxShelve) > 0)) {
            throw new IllegalArgumentException("an alarm can be shelved for at most " + Durations.format(maxShelve)
                    + " (notify.maxShelve), not for " + Durations.format(shelveFor));
        }
    }
}
