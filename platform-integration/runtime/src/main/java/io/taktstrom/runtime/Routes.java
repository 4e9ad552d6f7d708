package io.taktstrom.runtime;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

import io.taktstrom.deployment.PointConfig;
import io.taktstrom.model.ScanClass;
import io.taktstrom.stream.AccountedSink;
import io.taktstrom.stream.Pipeline;
import io.taktstrom.stream.source.Scan;

/** Which point's samples go into which pipelines. Immutable. */
final class Routes {

    /** One pipeline and the names of the points that it wants. */
    record Route(Predicate<String> selector, Pipeline pipeline) {}

    /** Points that are alike in both are one scan. */
    private record Way(String scanClass, BitSet routes) {}

    private final List<Route> routes;
    private final Map<String, ScanClass> scanClasses;

    Routes(List<Route> routes, Map<String, ScanClass> scanClasses) {
        this.routes = List.copyOf(routes);
        this.scanClasses = scanClasses;
    }

    boolean isWanted(PointConfig point) {
        return routes.stream().anyMatch(route -> route.selector().test(point.name()));
    }

    /** The scans of one connection's points; points that no stream wants are left out. */
    List<Scan> scans(List<PointConfig> points) {
        Map<Way, List<PointConfig>> ways = new LinkedHashMap<>();
        for (PointConfig point : points) {
            BitSet wanted = new BitSet(routes.size());
            for (int i = 0; i < routes.size(); i++) {
                wanted.set(i, routes.get(i).selector().test(point.name()));
            }
            if (!wanted.isEmpty()) {
                ways.computeIfAbsent(new Way(point.scan(), wanted), way -> new ArrayList<>())
                        .add(point);
            }
        }
        return ways.entrySet().stream()
                .map(way -> scan(way.getKey(), way.getValue()))
                .toList();
    }

    private Scan scan(Way way, List<PointConfig> points) {
        ScanClass scanClass = scanClasses.get(way.scanClass());
        if (scanClass == null) {
            throw new IllegalArgumentException("no scan class " + way.scanClass());
        }
        AccountedSink[] inlets = way.routes().stream()
                .mapToObj(i -> routes.get(i).pipeline().inlet())
                .toArray(AccountedSink[]::new);
        AccountedSink sink = inlets.length == 1 ? inlets[0] : new Branches(inlets);
        return new Scan(scanClass, points.stream().map(PointConfig::point).toList(), sink);
    }
}
