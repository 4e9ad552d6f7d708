package io.taktstrom.kit.event;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.kit.session.FakeSession;
import io.taktstrom.model.DataPoint;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.testkit.AllocationMeter;
import io.taktstrom.testkit.Recorded;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.Recording;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** What Flight Recorder hears, and what that costs while it does not listen. */
class EventsTest {

    private static final Path PAGE = Path.of("../../docs/reference/jfr.md");

    private final EpochNanoClock clock = EpochNanoClock.system();

    @Test
    void eachCallOfAConnectionIsARequest() throws Exception {
        try (FakeSession session = new FakeSession(clock, ConnectionObserver.NONE)) {
            List<RecordedEvent> events = Recorded.during("taktstrom.Request", () -> {
                PointGroup group = session.resolve(List.of(DataPoint.of("a"), DataPoint.of("b")));
                session.read(group, group.newBatch());
                session.browse(BrowseFilter.ALL);
            });
            assertThat(events)
                    .extracting(event -> event.getString("operation"))
                    .containsExactly("resolve", "read", "browse");
            RecordedEvent read = events.get(1);
            assertThat(read.getString("connection")).isEqualTo("10.0.0.5:1");
            assertThat(read.getInt("points")).isEqualTo(2);
            assertThat(read.getLong("bytes")).isEqualTo(16);
            assertThat(read.getDuration()).isPositive();
        }
    }

    @Test
    void anEventThatIsNotRecordedCostsNoMemory() throws Exception {
        AllocationMeter.currentThread().assertZeroPerOperation(50_000, () -> {
            requireNone(RequestEvent.begun());
            requireNone(NotificationEvent.begun());
            requireNone(BatchEvent.begun());
            requireNone(SpillEvent.begun());
            OverrunEvent.tell("press", "fast", 1);
            DeliveryEvent.tell("broker", 1, 1);
            SessionEvent.tell("press", "ads://10.0.0.5", SessionEvent.Turn.LOST, 1, "gone");
            if (DropEvent.isRecorded()) {
                throw new AssertionError("drops are recorded");
            }
        });
    }

    private static void requireNone(@Nullable Event event) {
        if (event != null) {
            throw new AssertionError(event + " is recorded");
        }
    }

    @Test
    void theSettingsSwitchOnEveryEventOfOursAndNoneThatCouldShowASecret() throws IOException {
        Map<String, String> settings = RecordingSettings.configuration().getSettings();
        for (Class<? extends Event> event : RecordingSettings.EVENTS) {
            assertThat(settings).containsEntry(EventType.getEventType(event).getName() + "#enabled", "true");
        }
        try (Recording recording = new Recording(RecordingSettings.configuration())) {
            recording.start();
            recording.stop();
            assertThat(Recorded.of(recording))
                    .extracting(event -> event.getEventType().getName())
                    .contains("jdk.OSInformation")
                    .doesNotContain(
                            "jdk.JVMInformation",
                            "jdk.InitialEnvironmentVariable",
                            "jdk.InitialSystemProperty",
                            "jdk.SystemProcess",
                            "jdk.StringFlag");
        }
    }

    /** {@code -Dtakt.docs=write} rewrites it. */
    @Test
    void theDocumentedTableAndTheEventsAgree() throws IOException {
        String marker = "<!-- From here on EventsTest writes. -->\n";
        String page = Files.readString(PAGE);
        assertThat(page).contains(marker);
        String wanted = page.substring(0, page.indexOf(marker) + marker.length()) + tables();
        if ("write".equals(System.getProperty("takt.docs"))) {
            Files.writeString(PAGE, wanted);
        }
        assertThat(Files.readString(PAGE))
                .as("docs/reference/jfr.md is not up to date: run this test with -Dtakt.docs=write")
                .isEqualTo(wanted);
    }

    private static String tables() {
        StringBuilder text = new StringBuilder();
        for (Class<? extends Event> event : RecordingSettings.EVENTS) {
            EventType type = EventType.getEventType(event);
            text.append("\n## `").append(type.getName()).append("`\n\n");
            text.append(type.getAnnotation(Description.class).value()).append('\n');
            text.append("\n| Field | Type | Meaning |\n|---|---|---|\n");
            own(type)
                    .forEach(field -> text.append("| `")
                            .append(field.getName())
                            .append("` | ")
                            .append(kind(field))
                            .append(" | ")
                            .append(field.getAnnotation(Description.class).value())
                            .append(" |\n"));
        }
        return text.toString();
    }

    private static Stream<ValueDescriptor> own(EventType type) {
        List<String> common = List.of("startTime", "duration", "eventThread", "stackTrace");
        return new ArrayList<>(type.getFields()).stream().filter(field -> !common.contains(field.getName()));
    }

    private static String kind(ValueDescriptor field) {
        String content = field.getContentType();
        if (content == null) {
            return field.getTypeName().equals("java.lang.String") ? "text" : "number";
        }
        return content.endsWith("Timespan") ? "nanoseconds" : "bytes";
    }
}
