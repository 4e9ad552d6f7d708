package io.taktstrom.runtime;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.LongPredicate;

import io.taktstrom.data.SampleSink;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.runtime.tap.ScanTap;
import io.taktstrom.stream.AccountedSink;
import io.taktstrom.stream.source.Handover;
import io.taktstrom.stream.source.ManagedConnection;
import io.taktstrom.stream.source.Scan;
import io.taktstrom.stream.source.Successor;
import org.jspecify.annotations.Nullable;

/** How the points of a connection are sampled now. Guarded by the connection's monitor, but for {@link Change#complete}. */
final class ConnectionFeeds {

    /**
     * Points that are sampled together.
     *
     * @param points by name
     * @param inlets where their samples go, by the route
     * @param tap null when nothing looks at single samples
     * @param needed those of the points that expressions need
     */
    record Plan(
            StreamRoutes.Way way,
            Map<String, PointConfig> points,
            Map<StreamRoutes.Route, AccountedSink> inlets,
            Scan scan,
            @Nullable ScanTap tap,
            Set<String> needed) {

        /** Of the same device variables, sampled alike, where each receiver goes on with what it got before. */
        private boolean canBecome(StreamRoutes.Way next, Map<String, PointConfig> wanted, StreamRoutes routes) {
            return next.scanClass().equals(way.scanClass())
                    && needed.containsAll(routes.needed(points.keySet()))
                    && next.routes().stream().allMatch(this::serves)
                    && points.values().stream().allMatch(point -> isSameVariable(point, wanted.get(point.name())));
        }

        /** Whether expressions have seen the values of those points that they need of another plan. */
        private boolean hasShown(Plan other) {
            return other.needed.stream().allMatch(name -> !points.containsKey(name) || needed.contains(name));
        }

        private static boolean isSameVariable(PointConfig point, @Nullable PointConfig wanted) {
            return wanted != null && wanted.point().equals(point.point()) && Stages.isScaledAlike(point, wanted);
        }

        private boolean serves(StreamRoutes.Route route) {
            return way.routes().stream().anyMatch(route::isLike);
        }

        /** Whether the receiver of a route has got all values of these points by now. */
        private boolean hasTold(StreamRoutes.Route route, Collection<PointConfig> of) {
            return serves(route)
                    && of.stream().allMatch(point -> {
                        PointConfig mine = points.get(point.name());
                        return mine == null || Stages.isScaledAlike(mine, point);
                    });
        }
    }

    private final ManagedConnection managed;
    private final RunContext context;
    private final LongPredicate isClosedWithin;
    private List<Plan> plans;

    /**
     * What a connection samples from the start.
     *
     * @param plans whose scans it was started with
     * @param isClosedWithin so many milliseconds; returns as soon as it is
     */
    ConnectionFeeds(ManagedConnection managed, List<Plan> plans, RunContext context, LongPredicate isClosedWithin) {
        this.managed = managed;
        this.context = context;
        this.isClosedWithin = isClosedWithin;
        this.plans = plans;
    }

    /** One for each way that some of these points take. */
    static List<Plan> plan(Collection<PointConfig> points, StreamRoutes routes, RunContext context) {
        return plan(routes.ways(points), routes, context);
    }

    private static List<Plan> plan(
            Map<StreamRoutes.Way, Map<String, PointConfig>> ways, StreamRoutes routes, RunContext context) {
        List<Plan> plans = new ArrayList<>();
        ways.forEach((way, of) -> {
            if (!of.isEmpty()) {
                ScanTap tap = context.tapped()
                        ? new ScanTap(way.scanClass(), List.copyOf(of.values()), way.pipelines(), context.clock())
                        : null;
                plans.add(planOf(way, of, way.inlets(of.values()), routes, tap));
            }
        });
        return plans;
    }

    private static Plan planOf(
            StreamRoutes.Way way,
            Map<String, PointConfig> points,
            Map<StreamRoutes.Route, AccountedSink> inlets,
            StreamRoutes routes,
            @Nullable ScanTap tap) {
        return new Plan(
                way,
                points,
                inlets,
                routes.scan(way, points.values(), inlets.values(), tap),
                tap,
                routes.needed(points.keySet()));
    }

    int points() {
        return plans.stream().mapToInt(plan -> plan.points().size()).sum();
    }

    List<ScanTap> taps() {
        return plans.stream().map(Plan::tap).filter(Objects::nonNull).toList();
    }

    /**
     * Samples these points and no others. What is sampled already as it should be goes on, also when its samples go elsewhere from
     * now on; all else is handed over to new scans.
     *
     * @param isAfterGap whether samples of new points were lost before
     * @return what ends the former
     */
    Change follow(Collection<PointConfig> points, StreamRoutes routes, boolean isAfterGap) {
        Map<StreamRoutes.Way, Map<String, PointConfig>> wanted = routes.ways(points);
        List<Plan> now = new ArrayList<>();
        List<Plan> ended = new ArrayList<>();
        for (Plan plan : plans) {
            Plan same = goOn(plan, wanted, routes);
            if (same == null) {
                ended.add(plan);
            } else {
                now.add(same);
            }
        }
        List<Plan> begun = plan(wanted, routes, context);
        Handover handover = managed.replace(
                ended.stream().map(Plan::scan).toList(),
                begun.stream()
                        .map(plan -> new Successor(plan.scan(), news(plan, ended, routes), isAfterGap))
                        .toList());
        now.addAll(begun);
        plans = List.copyOf(now);
        return new Change(handover, begun.isEmpty() && ended.isEmpty());
    }

    /** The plan that a plan becomes without the device noticing; null when it cannot. Its points are not wanted any more then. */
    private @Nullable Plan goOn(
            Plan plan, Map<StreamRoutes.Way, Map<String, PointConfig>> wanted, StreamRoutes routes) {
        for (Map.Entry<StreamRoutes.Way, Map<String, PointConfig>> each : wanted.entrySet()) {
            if (plan.canBecome(each.getKey(), each.getValue(), routes)) {
                Map<String, PointConfig> its = new LinkedHashMap<>();
                plan.points()
                        .keySet()
                        .forEach(name -> its.put(name, each.getValue().get(name)));
                each.getValue().keySet().removeAll(its.keySet());
                boolean isUnchanged = each.getKey().equals(plan.way()) && its.equals(plan.points());
                return isUnchanged ? plan : redirect(plan, each.getKey(), its, routes);
            }
        }
        return null;
    }

    private Plan redirect(Plan plan, StreamRoutes.Way way, Map<String, PointConfig> points, StreamRoutes routes) {
        boolean sameStages = points.values().stream()
                .allMatch(point -> Stages.areSame(point, plan.points().get(point.name())));
        Map<StreamRoutes.Route, AccountedSink> inlets = new LinkedHashMap<>();
        for (StreamRoutes.Route route : way.routes()) {
            AccountedSink known = sameStages ? plan.inlets().get(route) : null;
            inlets.put(route, known == null ? route.inlet(points.values()) : known);
        }
        ScanTap tap = plan.tap() == null ? null : plan.tap().with(List.copyOf(points.values()), way.pipelines());
        Plan next = planOf(way, points, inlets, routes, tap);
        managed.redirect(plan.scan(), next.scan());
        return next;
    }

    /** The receivers that have not got the present values, or got other ones for them; null when there is no such receiver. */
    private static @Nullable SampleSink news(Plan plan, List<Plan> ended, StreamRoutes routes) {
        Collection<PointConfig> points = plan.points().values();
        List<AccountedSink> inlets = new ArrayList<>();
        plan.inlets().forEach((route, inlet) -> {
            boolean told = ended.stream()
                    .filter(former ->
                            points.stream().anyMatch(point -> former.points().containsKey(point.name())))
                    .allMatch(former -> former.hasTold(route, points));
            if (!told) {
                inlets.add(inlet);
            }
        });
        if (plan.tap() != null) {
            inlets.add(plan.tap());
        }
        if (!ended.stream().allMatch(former -> former.hasShown(plan))) {
            inlets.add(routes.shown(points));
        }
        return inlets.isEmpty() ? null : FanOut.of(inlets);
    }

    /** What has begun, and what is still to end. */
    final class Change {

        private final Handover handover;
        private final boolean nothing;

        private Change(Handover handover, boolean nothing) {
            this.handover = handover;
            this.nothing = nothing;
        }

        /** Whether the device samples as before. */
        boolean isNothing() {
            return nothing;
        }

        /** Ends the former, once what takes its place has all that it has not delivered. */
        void complete() {
            handover.complete(isClosedWithin);
        }
    }
}
