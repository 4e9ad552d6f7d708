package io.taktstrom.deployment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.taktstrom.descriptor.Counted;
import io.taktstrom.model.Endpoint;

/**
 * What is different in a deployment that takes the place of another. Values of options stay out: they may be secret.
 *
 * @param lines a change each, for people; none when nothing would run differently
 * @param unchanged what stays, for people
 */
public record DeploymentChanges(List<String> lines, String unchanged) {

    public DeploymentChanges {
        lines = List.copyOf(lines);
    }

    /** Compares two deployments. */
    public static DeploymentChanges between(Deployment before, Deployment after) {
        Comparison comparison = new Comparison(before, after);
        comparison.compare();
        return new DeploymentChanges(comparison.lines, String.join(", ", comparison.unchanged));
    }

    public boolean isEmpty() {
        return lines.isEmpty();
    }

    private static final class Comparison {

        private final Deployment before;
        private final Deployment after;
        private final Map<String, List<PointConfig>> pointsBefore;
        private final Map<String, List<PointConfig>> pointsAfter;
        private final Map<String, List<PointBrowse>> browsesBefore;
        private final Map<String, List<PointBrowse>> browsesAfter;
        private final List<String> lines = new ArrayList<>();
        private final List<String> unchanged = new ArrayList<>();

        Comparison(Deployment before, Deployment after) {
            this.before = before;
            this.after = after;
            pointsBefore = before.pointsByConnection();
            pointsAfter = after.pointsByConnection();
            browsesBefore = before.browsesByConnection();
            browsesAfter = after.browsesByConnection();
        }

        void compare() {
            all("connection", before.connections(), after.connections(), this::connection);
            all(
                    "scan class",
                    before.scanClasses(),
                    after.scanClasses(),
                    (old, now) -> old.equals(now) ? "" : "sampled otherwise");
            all("stream", streams(before), streams(after), Comparison::stream);
            all("sink", before.sinks(), after.sinks(), Comparison::sink);
            if (!Objects.equals(before.otlp(), after.otlp())) {
                lines.add("metrics: sent otherwise, which takes a restart");
            }
            all(
                    "alarm",
                    before.alarms(),
                    after.alarms(),
                    (old, now) -> old.equals(now) ? "" : "restarts with another rule");
            if (!before.health().equals(after.health())) {
                lines.add("health: other ages");
            }
        }

        private <T> void all(
                String noun, Map<String, T> olds, Map<String, T> nows, BiFunction<T, T, String> difference) {
            int same = 0;
            for (Map.Entry<String, T> old : olds.entrySet()) {
                T now = nows.get(old.getKey());
                String what = now == null ? "removed" : difference.apply(old.getValue(), now);
                if (what.isEmpty()) {
                    same++;
                } else {
                    lines.add(noun + " " + old.getKey() + ": " + what);
                }
            }
            nows.keySet().stream()
                    .filter(name -> !olds.containsKey(name))
                    .forEach(name -> lines.add(noun + " " + name + ": added"));
            if (same > 0) {
                unchanged.add(Counted.of(same, noun));
            }
        }

        private String connection(ConnectionConfig old, ConnectionConfig now) {
            List<String> what = new ArrayList<>();
            if (!old.equals(now)) {
                what.add("reconnects because of its " + endpoint(old.endpoint(), now.endpoint()));
            }
            Map<String, PointConfig> oldPoints = byName(pointsBefore.getOrDefault(old.name(), List.of()));
            Map<String, PointConfig> points = byName(pointsAfter.getOrDefault(now.name(), List.of()));
            long added = points.keySet().stream()
                    .filter(name -> !oldPoints.containsKey(name))
                    .count();
            long removed = oldPoints.keySet().stream()
                    .filter(name -> !points.containsKey(name))
                    .count();
            long changed = points.entrySet().stream()
                    .filter(point -> oldPoints.containsKey(point.getKey())
                            && !point.getValue().equals(oldPoints.get(point.getKey())))
                    .count();
            add(what, added, "added");
            add(what, removed, "removed");
            add(what, changed, "changed");
            if (!browsesBefore
                    .getOrDefault(old.name(), List.of())
                    .equals(browsesAfter.getOrDefault(now.name(), List.of()))) {
                what.add("browsed for other points");
            }
            return String.join(", ", what);
        }

        private static void add(List<String> what, long points, String verb) {
            if (points > 0) {
                what.add(Counted.of(points, "point") + " " + verb);
            }
        }

        private static Map<String, PointConfig> byName(List<PointConfig> points) {
            return points.stream().collect(Collectors.toMap(PointConfig::name, Function.identity()));
        }

        private static String endpoint(Endpoint old, Endpoint now) {
            List<String> what = new ArrayList<>();
            if (!old.scheme().equals(now.scheme())) {
                what.add("type");
            }
            if (!old.host().equals(now.host())) {
                what.add("host");
            }
            if (old.port() != now.port()) {
                what.add("port");
            }
            what.addAll(options(old.options(), now.options()));
            return String.join(", ", what);
        }

        private static List<String> options(Map<String, String> old, Map<String, String> now) {
            TreeSet<String> names = new TreeSet<>(old.keySet());
            names.addAll(now.keySet());
            return names.stream()
                    .filter(name -> !Objects.equals(old.get(name), now.get(name)))
                    .toList();
        }

        private static Map<String, StreamConfig> streams(Deployment deployment) {
            Map<String, StreamConfig> streams = new LinkedHashMap<>();
            deployment.streams().forEach(stream -> streams.put(stream.name(), stream));
            return streams;
        }

        private static String stream(StreamConfig old, StreamConfig now) {
            List<String> what = new ArrayList<>();
            if (!old.from().equals(now.from())) {
                what.add("takes other points");
            }
            if (!old.to().equals(now.to())) {
                what.add("goes to " + String.join(", ", now.to()));
            }
            if (!old.stages().equals(now.stages())) {
                what.add("other stages");
            }
            if (!old.ring().equals(now.ring())) {
                what.add("another ring, which begins when the former is empty");
            }
            return String.join(", ", what);
        }

        private static String sink(PartConfig old, PartConfig now) {
            return old.equals(now)
                    ? ""
                    : "reopened because of its "
                            + (old.type().equals(now.type())
                                    ? String.join(", ", options(old.options(), now.options()))
                                    : "type");
        }
    }
}
