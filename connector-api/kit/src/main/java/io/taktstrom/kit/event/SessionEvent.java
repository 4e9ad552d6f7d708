package io.taktstrom.kit.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A session with a device began, was lost, or could not begin. Thread-safe; see {@link RequestEvent}. */
@Name("taktstrom.Session")
@Label("Session")
@Category("Taktstrom")
@Description("A session with a device began, was lost, or could not begin.")
@StackTrace(false)
public final class SessionEvent extends Event {

    /** What happened to it. */
    public enum Turn {
        CONNECTED("connected"),
        LOST("lost"),
        FAILED("failed");

        private final String text;

        Turn(String text) {
            this.text = text;
        }
    }

    private static final SessionEvent PROBE = new SessionEvent();

    @Label("Connection")
    @Description("Its name in the deployment.")
    String connection = "";

    @Label("Endpoint")
    @Description("Where the device answers; without secrets.")
    String endpoint = "";

    @Label("Turn")
    @Description("connected, lost or failed.")
    String turn = "";

    @Label("Attempt")
    @Description("Number of the attempt to connect, from 1.")
    int attempt;

    @Label("Cause")
    @Description("Why it was lost or could not begin.")
    String cause = "";

    /** It has happened now. */
    public static void tell(String of, Object where, Turn what, int number, String why) {
        if (PROBE.isEnabled()) {
            SessionEvent event = new SessionEvent();
            event.connection = of;
            event.endpoint = where.toString();
            event.turn = what.text;
            event.attempt = number;
            event.cause = why;
            event.commit();
        }
    }
}
