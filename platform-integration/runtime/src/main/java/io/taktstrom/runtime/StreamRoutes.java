package io.taktstrom.runtime;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.taktstrom.deployment.PartConfig;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.model.ScanClass;
import io.taktstrom.runtime.alarm.RunningAlarms;
import io.taktstrom.runtime.compute.RunningComputed;
import io.taktstrom.runtime.tap.ScanTap;
import io.taktstrom.stage.Stage;
import io.taktstrom.stream.AccountedSink;
import io.taktstrom.stream.Pipeline;
import io.taktstrom.stream.source.Scan;
import org.jspecify.annotations.Nullable;

/** Which point's samples go into which pipelines. Immutable. */
final class StreamRoutes {

    /**
     * Into a pipeline, through its stream's stages.
     *
     * @param stages what the suppliers make, by which routes are told apart
     */
    record Route(
            Predicate<String> selector,
            Pipeline pipeline,
            List<PartConfig> stages,
            List<Supplier<? extends Stage>> suppliers) {

        AccountedSink inlet(Collection<PointConfig> points) {
            List<Supplier<? extends Stage>> all = new ArrayList<>(Stages.of(points));
            all.addAll(suppliers);
            return pipeline.inlet(all);
        }

        /** Whether its receiver gets the same values by another route: only the ring is another one. */
        boolean isLike(Route other) {
            return other.pipeline.name().equals(pipeline.name()) && other.stages.equals(stages);
        }

        /** Whether samples take the same way, whichever they are. */
        @Override
        public boolean equals(Object other) {
            return other instanceof Route route && route.pipeline.equals(pipeline) && route.stages.equals(stages);
        }

        @Override
        public int hashCode() {
            return pipeline.hashCode();
        }
    }

    /** Points that are alike in both are one scan. */
    record Way(ScanClass scanClass, List<Route> routes) {

        List<String> pipelines() {
            return routes.stream().map(route -> route.pipeline().name()).toList();
        }

        /** The entrance of each route. */
        Map<Route, AccountedSink> inlets(Collection<PointConfig> points) {
            Map<Route, AccountedSink> inlets = new LinkedHashMap<>();
            routes.forEach(route -> inlets.put(route, route.inlet(points)));
            return inlets;
        }
    }

    private final List<Route> routes;
    private final Map<String, ScanClass> scanClasses;
    private final RunningAlarms alarms;
    private final RunningComputed computed;
    /** Points that are sampled although no stream may want them. */
    private final Set<String> inputs;

    /** @param inputs what expressions need */
    StreamRoutes(
            List<Route> routes,
            Map<String, ScanClass> scanClasses,
            RunningAlarms alarms,
            RunningComputed computed,
            Set<String> inputs) {
        this.computed = computed;
        this.inputs = Set.copyOf(inputs);
        this.routes = List.copyOf(routes);
        this.scanClasses = scanClasses;
        this.alarms = alarms;
    }

    /**
     * Points that take the same way, with the expressions that need them and the alarms that watch them.
     *
     * @param inlets where the samples go
     * @param tap sees every sample first; null for none
     */
    Scan scan(Way way, Collection<PointConfig> points, Collection<AccountedSink> inlets, @Nullable ScanTap tap) {
        AccountedSink sink =
                FanOut.of(Stream.concat(Stream.ofNullable(tap), inlets.stream()).toList());
        return new Scan(
                way.scanClass(),
                points.stream().map(PointConfig::point).toList(),
                computed.watched(points, alarms.watched(points, sink)));
    }

    /** Where samples of a point go that is not of a device, by what tells the ways apart. */
    Map<Object, Supplier<AccountedSink>> inlets(String point) {
        Map<Object, Supplier<AccountedSink>> inlets = new LinkedHashMap<>();
        for (Route route : routes) {
            if (route.selector().test(point)) {
                inlets.put(route, () -> route.inlet(List.of()));
            }
        }
        return inlets;
    }

    /** Shows samples of points to the expressions that need them, and to nothing else. */
    AccountedSink shown(Collection<PointConfig> points) {
        return computed.watched(points, new RunningComputed.Nowhere());
    }

    /** Those of some points that expressions need. */
    Set<String> needed(Set<String> points) {
        return points.stream().filter(inputs::contains).collect(Collectors.toUnmodifiableSet());
    }

    boolean isWanted(PointConfig point) {
        return inputs.contains(point.name())
                || routes.stream().anyMatch(route -> route.selector().test(point.name()));
    }

    /** The points of one connection, by name, by the way that they take; points that no stream and no expression wants are left out. */
    Map<Way, Map<String, PointConfig>> ways(Collection<PointConfig> points) {
        Map<Way, Map<String, PointConfig>> ways = new LinkedHashMap<>();
        for (PointConfig point : points) {
            List<Route> wanted = routes.stream()
                    .filter(route -> route.selector().test(point.name()))
                    .toList();
            if (!wanted.isEmpty() || inputs.contains(point.name())) {
                ways.computeIfAbsent(new Way(scanClass(point), wanted), way -> new LinkedHashMap<>())
                        .put(point.name(), point);
            }
        }
        return ways;
    }

    private ScanClass scanClass(PointConfig point) {
        ScanClass scanClass = scanClasses.get(point.scan());
        if (scanClass == null) {
            throw new IllegalArgumentException("no scan class " + point.scan());
        }
        return scanClass;
    }
}
