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
import java.util.stream.Stream;

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
            all(
                    "computed point",
                    computed(before),
                    computed(after),
                    (old, now) -> old.equals(now) ? "" : "computed otherwise");
            all("stream", streams(before), streams(after), Comparison::stream);
            all("sink", before.sinks(), after.sinks(), Comparison::sink);
            if (!Objects.equals(before.otlp(), after.otlp())) {
                lines.add("metrics: sent otherwise, which takes a restart");
            }
            if (!Objects.equals(before.standby(), after.standby())) {
                lines.add("standby: another lease, or held otherwise");
            }
            all(
                    "alarm",
                    before.alarms(),
                    after.alarms(),
                    (old, now) -> old.equals(now) ? "" : "restarts with another rule");
            if (!before.notifications().equals(after.notifications())) {
                lines.add("notify: alarms reach people otherwise");
            }
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
            addPoints(what, points.keySet().stream().filter(name -> !oldPoints.containsKey(name)), "added");
            addPoints(what, oldPoints.keySet().stream().filter(name -> !points.containsKey(name)), "removed");
            addPoints(
                    what,
                    points.keySet().stream()
                            .filter(name -> oldPoints.containsKey(name)
                                    && !Objects.equals(points.get(name), oldPoints.get(name))),
                    "changed");
            addIf(
                    what,
                    !browsesBefore
                            .getOrDefault(old.name(), List.of())
                            .equals(browsesAfter.getOrDefault(now.name(), List.of())),
                    "browsed for other points");
            return String.join(", ", what);
        }

        private static void addPoints(List<String> what, Stream<String> points, String verb) {
            long count = points.count();
            addIf(what, count > 0, Counted.of(count, "point") + " " + verb);
        }

        private static void addIf(List<String> what, boolean changed, String text) {
            if (changed) {
                what.add(text);
            }
        }

        private static Map<String, PointConfig> byName(List<PointConfig> points) {
            return points.stream().collect(Collectors.toMap(PointConfig::name, Function.identity()));
        }

        private static String endpoint(Endpoint old, Endpoint now) {
            List<String> what = new ArrayList<>();
            addIf(what, !old.scheme().equals(now.scheme()), "type");
            addIf(what, !old.host().equals(now.host()), "host");
            addIf(what, old.port() != now.port(), "port");
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

        private static Map<String, ComputedConfig> computed(Deployment deployment) {
            Map<String, ComputedConfig> computed = new LinkedHashMap<>();
            deployment.computed().forEach(each -> computed.put(each.name(), each));
            return computed;
        }

        private static Map<String, StreamConfig> streams(Deployment deployment) {
            Map<String, StreamConfig> streams = new LinkedHashMap<>();
            deployment.streams().forEach(stream -> streams.put(stream.name(), stream));
            return streams;
        }

        private static String stream(StreamConfig old, StreamConfig now) {
            List<String> what = new ArrayList<>();
            addIf(what, !old.from().equals(now.from()), "takes other points");
            addIf(what, !old.to().equals(now.to()), "goes to " + String.join(", ", now.to()));
            addIf(what, !old.stages().equals(now.stages()), "other stages");
            addIf(what, !Objects.equals(old.when(), now.when()), "another condition");
            addIf(what, !old.ring().equals(now.ring()), "another ring, which begins when the former is empty");
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
