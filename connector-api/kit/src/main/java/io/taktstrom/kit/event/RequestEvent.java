package io.taktstrom.kit.event;

import io.taktstrom.data.SampleBatch;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A call of a connection, from its begin to its end. Thread-safe; costs a look at a field unless it is recorded. */
@Name("taktstrom.Request")
@Label("Request")
@Category("Taktstrom")
@Description("A call of a connection returned, well or not.")
@Enabled(false)
@StackTrace(false)
public final class RequestEvent extends Event {

    private static final RequestEvent PROBE = new RequestEvent();

    @Label("Connection")
    @Description("Its name in the deployment; without one, whom it is connected to.")
    String connection = "";

    @Label("Operation")
    @Description("resolve, read, write, subscribe or browse.")
    String operation = "";

    @Label("Points")
    @Description("How many were asked for; of a read, how many were answered.")
    int points;

    @Label("Bytes")
    @DataAmount
    @Description(
            "What the values took that were read or written: 8 each, and what strings, arrays and structures need.")
    long bytes;

    /** One that begins now; null unless they are recorded. */
    public static @Nullable RequestEvent begun() {
        if (!PROBE.isEnabled()) {
            return null;
        }
        RequestEvent event = new RequestEvent();
        event.begin();
        return event;
    }

    /**
     * Ends it now.
     *
     * @param values that were read or written; null for none
     */
    public void tell(String of, String what, int asked, @Nullable SampleBatch values) {
        end();
        if (shouldCommit()) {
            connection = of;
            operation = what;
            points = asked;
            bytes = values == null ? 0 : (long) Long.BYTES * values.size() + values.arenaUsed();
            commit();
        }
    }
}
