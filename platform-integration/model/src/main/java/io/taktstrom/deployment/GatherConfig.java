package io.taktstrom.deployment;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/**
 * Points, on whatever connections, that are read, written and watched as one.
 *
 * @param name unique in a deployment
 * @param points patterns over the names of listed points
 * @param deadline how long to wait for all of them together
 */
public record GatherConfig(String name, List<String> points, Duration deadline) {

    public GatherConfig {
        points = List.copyOf(points);
    }

    /** The deployment's points that are in it, in the file's order. */
    public List<PointConfig> of(Deployment deployment) {
        Predicate<String> wanted = PatternList.anyOf(points);
        return deployment.points().stream()
                .filter(point -> wanted.test(point.name()))
                .toList();
    }
}
