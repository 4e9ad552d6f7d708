package io.taktstrom.runtime.health;

/**
 * A rule of the deployment file, and whether it is raised.
 *
 * @param name as the file has it
 * @param severity how bad it is, as the file says: {@code warning} or {@code critical}
 * @param isActive whether it is raised
 * @param since when it was raised or cleared last, epoch nanoseconds; the start, if it never was
 * @param raised how often it was raised
 * @param text what it is about: of an active one, what it has seen
 * @param handling what people have made of it
 */
public record AlarmReport(
        String name, String severity, boolean isActive, long since, long raised, String text, AlarmHandling handling) {

    /** That no one has handled. */
    public AlarmReport(String name, String severity, boolean isActive, long since, long raised, String text) {
        this(name, severity, isActive, since, raised, text, AlarmHandling.NONE);
    }

    /**
     * The same, over.
     *
     * @param at epoch nanoseconds
     */
    public AlarmReport over(long at, String why) {
        return new AlarmReport(name, severity, false, at, raised, why, handling);
    }

    /** The same, handled like this. */
    public AlarmReport with(AlarmHandling now) {
        return new AlarmReport(name, severity, isActive, since, raised, text, now);
    }
}
