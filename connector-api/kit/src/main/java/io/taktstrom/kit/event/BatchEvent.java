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

/** A flush unit at its sink, each attempt. Thread-safe; see {@link RequestEvent}. */
@Name("taktstrom.Batch")
@Label("Batch")
@Category("Taktstrom")
@Description("A stream has handed a flush unit to its sink, which has published it or not; one event for each attempt.")
@Enabled(false)
@StackTrace(false)
public final class BatchEvent extends Event {

    /** What became of it. */
    public enum Outcome {
        PUBLISHED("published"),
        /** The receiver is away; the same unit comes again. */
        AWAY("away"),
        /** The sink cannot take it; it is dropped. */
        FAILED("failed");

        private final String text;

        Outcome(String text) {
            this.text = text;
        }
    }

    private static final BatchEvent PROBE = new BatchEvent();

    @Label("Stream")
    @Description("Its name and that of the sink: press.broker.")
    String stream = "";

    @Label("Samples")
    @Description("How many it has.")
    int samples;

    @Label("Age")
    @Timespan(Timespan.NANOSECONDS)
    @Description("From when the first of them was received until now.")
    long age;

    @Label("Outcome")
    @Description("published; away: it comes again; failed: it is dropped.")
    String outcome = "";

    /** One that begins now; null unless they are recorded. */
    public static @Nullable BatchEvent begun() {
        if (!PROBE.isEnabled()) {
            return null;
        }
        BatchEvent event = new BatchEvent();
        event.begin();
        return event;
    }

    /** Ends it now. */
    public void tell(String of, int count, long ageNanos, Outcome what) {
        end();
        if (shouldCommit()) {
            stream = of;
            samples = count;
            age = ageNanos;
            outcome = what.text;
            commit();
        }
    }
}
