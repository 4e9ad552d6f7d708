package io.taktstrom.cli.replay;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.cli.shell.UsageException;
import io.taktstrom.descriptor.Durations;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.sinks.format.TextBuffer;
import io.taktstrom.sinks.format.ValueText;

/** The deployment file of a device that shows a record: the points by their names, sampled so that none of their values is missed. */
public final class ReplayDeployment {

    private static final String FIRST_LINE = "# Made by 'takt replay', which replaces it.\n";

    private final TextBuffer text = new TextBuffer();

    private ReplayDeployment() {}

    /**
     * Writes it.
     *
     * @param speed of the replay
     * @throws UsageException when there is another file of this name
     */
    public static void write(Path file, Endpoint endpoint, ReplayDevice device, List<ReplayPoint> points, double speed)
            throws IOException {
        if (Files.exists(file) && !isOurs(file)) {
            throw new UsageException(file + " exists, and 'takt replay' has not made it; name another file");
        }
        ReplayDeployment made = new ReplayDeployment();
        made.text.utf8(FIRST_LINE);
        made.addAll(endpoint, device, points, speed);
        ReplayModel.write(file, made.text.toBytes());
    }

    private static boolean isOurs(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            return new String(in.readNBytes(FIRST_LINE.length()), StandardCharsets.UTF_8).equals(FIRST_LINE);
        }
    }

    private void addAll(Endpoint endpoint, ReplayDevice device, List<ReplayPoint> points, double speed) {
        Map<String, Object> connection = new LinkedHashMap<>();
        connection.put("type", endpoint.scheme());
        connection.put("host", endpoint.host());
        connection.put("port", (long) endpoint.port());
        connection.putAll(endpoint.options());
        text.ascii("connections:\n");
        points.stream().map(ReplayPoint::connection).distinct().forEach(name -> entry(name, connection));
        Map<String, Object> scans = new LinkedHashMap<>();
        points.forEach(point -> scans.put(point.scan().name(), scan(point.scan(), endpoint.scheme(), device, speed)));
        text.ascii("scanClasses:\n");
        scans.forEach(this::entry);
        text.ascii("points:\n");
        for (int i = 0; i < points.size(); i++) {
            ReplayPoint point = points.get(i);
            text.ascii("  - ");
            Map<String, Object> line = new LinkedHashMap<>();
            line.put("id", point.name());
            line.put("on", point.connection());
            line.put("address", device.address(i));
            line.put("scan", point.scan().name());
            if (!point.unit().isEmpty()) {
                line.put("unit", point.unit());
            }
            if (!point.labels().isEmpty()) {
                line.put("labels", point.labels());
            }
            ValueText.json(line, text);
            text.ascii("\n");
        }
        text.ascii("streams:\n  - {from: \"**\", to: console}\nsinks:\n  console: {type: console}\n");
    }

    private void entry(String name, Object value) {
        text.ascii("  ");
        text.utf8(name.matches("[A-Za-z_][\\w-]*") ? name : quoted(name));
        text.ascii(": ");
        ValueText.json(value, text);
        text.ascii("\n");
    }

    private static String quoted(String name) {
        TextBuffer quoted = new TextBuffer();
        ValueText.json((Object) name, quoted);
        return new String(quoted.toBytes(), StandardCharsets.UTF_8);
    }

    /** A PLC sees each of its cycles, a server pushes each value; where values are polled, twice as often as they were. */
    private static Map<String, Object> scan(ScanClass scan, String scheme, ReplayDevice device, double speed) {
        Map<String, Object> map = new LinkedHashMap<>();
        boolean pushed = !scan.mode().isPolled() && !scheme.equals("s7");
        if (pushed) {
            map.put("mode", scan.mode().isOnChange() ? "notify" : "notifyCyclic");
            Duration cycle = scheme.equals("ads") && scan.mode().isOnChange()
                    ? Duration.ofNanos(device.stepNanos())
                    : scan.cycle();
            map.put("cycle", Durations.format(cycle));
            return map;
        }
        long every = (long) (scan.cycle().toNanos() / 2.0 / Math.max(1, Math.min(speed, 1e6)));
        map.put("mode", "poll");
        map.put("every", Durations.format(Duration.ofMillis(Math.max(1, every / 1_000_000))));
        map.put("changes", true);
        return map;
    }
}
