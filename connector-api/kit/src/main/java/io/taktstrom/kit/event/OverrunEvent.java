package io.taktstrom.kit.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Polls that were skipped, because their moment had passed. Thread-safe; see {@link RequestEvent}. */
@Name("taktstrom.Overrun")
@Label("Overrun")
@Category("Taktstrom")
@Description("Polls were skipped, because their moment had passed.")
@StackTrace(false)
public final class OverrunEvent extends Event {

    private static final OverrunEvent PROBE = new OverrunEvent();

    @Label("Connection")
    @Description("Its name in the deployment.")
    String connection = "";

    @Label("Scan")
    @Description("Its scan class.")
    String scan = "";

    @Label("Skipped")
    @Description("How many polls.")
    long skipped;

    /** It has happened now. */
    public static void tell(String of, String by, long polls) {
        if (PROBE.isEnabled()) {
            OverrunEvent event = new OverrunEvent();
            event.connection = of;
            event.scan = by;
            event.skipped = polls;
            event.commit();
        }
    }
}
