package io.taktstrom.kit.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** Samples that a device has pushed, and how long the stream took to take them. Thread-safe; see {@link RequestEvent}. */
@Name("taktstrom.Notification")
@Label("Notification")
@Category("Taktstrom")
@Description("Samples that the device has pushed were taken over by the stream.")
@Enabled(false)
@StackTrace(false)
public final class NotificationEvent extends Event {

    private static final NotificationEvent PROBE = new NotificationEvent();

    @Label("Connection")
    @Description("Its name in the deployment.")
    String connection = "";

    @Label("Scan")
    @Description("Its scan class.")
    String scan = "";

    @Label("Samples")
    @Description("How many came together.")
    int samples;

    @Label("Backlog")
    @Timespan(Timespan.NANOSECONDS)
    @Description("How long the first of them had waited for its turn since it was received: what stood before it.")
    long backlog;

    /** One that begins now; null unless they are recorded. */
    public static @Nullable NotificationEvent begun() {
        if (!PROBE.isEnabled()) {
            return null;
        }
        NotificationEvent event = new NotificationEvent();
        event.begin();
        return event;
    }

    /** Ends it now. */
    public void tell(String of, String by, int count, long waitedNanos) {
        end();
        if (shouldCommit()) {
            connection = of;
            scan = by;
            samples = count;
            backlog = waitedNanos;
            commit();
        }
    }
}
