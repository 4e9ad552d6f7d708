package io.taktstrom.kit.event;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** The receiver of a sink has answered. Thread-safe; see {@link RequestEvent}. */
@Name("taktstrom.Delivery")
@Label("Delivery")
@Category("Taktstrom")
@Description("The receiver of a sink has answered, well or not. How many samples that were, the stream's batches say.")
@Enabled(false)
@StackTrace(false)
public final class DeliveryEvent extends Event {

    private static final DeliveryEvent PROBE = new DeliveryEvent();

    @Label("Sink")
    @Description("Its name in the deployment.")
    String sink = "";

    @Label("Bytes")
    @DataAmount
    @Description("What was sent, as far as the sink knows.")
    long bytes;

    @Label("Took")
    @Timespan(Timespan.NANOSECONDS)
    @Description("From the request to the answer. The event itself is of the moment of the answer.")
    long took;

    /** It has happened now. */
    public static void tell(String of, long sent, long nanos) {
        if (PROBE.isEnabled()) {
            DeliveryEvent event = new DeliveryEvent();
            event.sink = of;
            event.bytes = sent;
            event.took = nanos;
            event.commit();
        }
    }
}
