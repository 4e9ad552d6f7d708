package io.taktstrom.kit.event;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** Samples that were written to a stream's buffer on disk. Thread-safe; see {@link RequestEvent}. */
@Name("taktstrom.Spill")
@Label("Spill")
@Category("Taktstrom")
@Description("Samples were written to a stream's buffer on disk.")
@Enabled(false)
@StackTrace(false)
public final class SpillEvent extends Event {

    private static final SpillEvent PROBE = new SpillEvent();

    @Label("Stream")
    @Description("Its name and that of the sink: press.broker.")
    String stream = "";

    @Label("Samples")
    @Description("How many were written.")
    int samples;

    @Label("Size")
    @DataAmount
    @Description("What the buffer takes on disk then.")
    long size;

    /** One that begins now; null unless they are recorded. */
    public static @Nullable SpillEvent begun() {
        if (!PROBE.isEnabled()) {
            return null;
        }
        SpillEvent event = new SpillEvent();
        event.begin();
        return event;
    }

    /** Ends it now. */
    public void tell(String of, int written, long bytesOnDisk) {
        end();
        if (shouldCommit()) {
            stream = of;
            samples = written;
            size = bytesOnDisk;
            commit();
        }
    }
}
