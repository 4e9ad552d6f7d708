package io.taktstrom.kit.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Samples that a stream has dropped, since it told the last time. Thread-safe; see {@link RequestEvent}. */
@Name("taktstrom.Drop")
@Label("Drop")
@Category("Taktstrom")
@Description("Samples that a stream has dropped since its last flush unit, by reason.")
@StackTrace(false)
public final class DropEvent extends Event {

    private static final DropEvent PROBE = new DropEvent();

    @Label("Stream")
    @Description("Its name and that of the sink: press.broker.")
    String stream = "";

    @Label("Reason")
    @Description("As in the metrics.")
    String reason = "";

    @Label("Count")
    @Description("How many samples.")
    long count;

    /** Whether they are recorded. */
    public static boolean isRecorded() {
        return PROBE.isEnabled();
    }

    /** It happened until now. */
    public static void tell(String of, String why, long samples) {
        DropEvent event = new DropEvent();
        if (event.shouldCommit()) {
            event.stream = of;
            event.reason = why;
            event.count = samples;
            event.commit();
        }
    }
}
