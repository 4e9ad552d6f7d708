package io.taktstrom.runtime.health;

/**
 * Something that happened.
 *
 * @param number of the event, from 1, without gaps
 * @param at when, epoch nanoseconds
 * @param kind what
 * @param severity of a reason what it made of its subject; of an alarm DEGRADED for a warning and DOWN for a critical one; of a
 *     notice UP, or DEGRADED where it is a warning
 * @param subject what it is about
 * @param code of a reason its text; otherwise empty
 * @param text one line for people; what devices say may be in it
 */
public record HealthEvent(
        long number, long at, Kind kind, Condition severity, Subject subject, String code, String text) {

    /** What can happen. */
    public enum Kind {
        RAISED,
        CLEARED,
        NOTICE
    }
}
