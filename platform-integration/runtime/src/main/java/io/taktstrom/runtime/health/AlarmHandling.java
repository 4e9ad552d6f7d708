package io.taktstrom.runtime.health;

/**
 * What people have made of an alarm. Whether it is raised, acknowledged and shelved are three things: the states of IEC 62682, and of
 * an AlarmCondition of OPC UA Part 9.
 *
 * @param isAcknowledged whether someone has seen it since it was raised; true of one that was never raised
 * @param by who acknowledged it, empty if no one did
 * @param comment on that, empty for none
 * @param shelvedUntil until when no one is told of it, epoch nanoseconds; 0 when it is not shelved
 * @param shelvedBy who shelved it, empty when it is not
 */
public record AlarmHandling(boolean isAcknowledged, String by, String comment, long shelvedUntil, String shelvedBy) {

    /** Of an alarm that needs nothing. */
    public static final AlarmHandling NONE = new AlarmHandling(true, "", "", 0, "");

    /** Whether no one is told of it. */
    public boolean isShelved() {
        return shelvedUntil != 0;
    }
}
