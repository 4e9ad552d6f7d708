package io.taktstrom.kit.event;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.util.List;

import jdk.jfr.Configuration;
import jdk.jfr.Event;

/** What to record: all of our events, and what of the JDK's explains them. */
public final class RecordingSettings {

    /** The settings as a file, beside this class. */
    static final String FILE = "taktstrom.jfc";

    /** Every event there is, in the order of the reference page. */
    public static final List<Class<? extends Event>> EVENTS = List.of(
            RequestEvent.class,
            NotificationEvent.class,
            BatchEvent.class,
            DeliveryEvent.class,
            SpillEvent.class,
            SessionEvent.class,
            OverrunEvent.class,
            DropEvent.class);

    private RecordingSettings() {}

    /**
     * The settings of {@code taktstrom.jfc}, for {@code new Recording(...)}.
     *
     * @throws IOException when this virtual machine cannot read them
     */
    public static Configuration configuration() throws IOException {
        try (InputStream in = RecordingSettings.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IOException(FILE + " is missing beside " + RecordingSettings.class.getName()
                        + "; a jar was packed without it");
            }
            Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8);
            return Configuration.create(reader);
        } catch (ParseException e) {
            throw new IOException(FILE + ": Flight Recorder does not understand it: " + e.getMessage(), e);
        }
    }
}
