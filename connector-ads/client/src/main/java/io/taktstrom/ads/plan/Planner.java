package io.taktstrom.ads.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.taktstrom.ads.symbol.Resolution;
import io.taktstrom.ads.symbol.Symbols;
import io.taktstrom.ads.value.AdsVariable;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.kit.session.GuardedConnection;
import io.taktstrom.kit.value.SettledPoints;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;

/** Makes the plans of a session's groups, and makes them again when variables may have moved. Thread-safe. */
public final class Planner {

    /** So many are reported one by one when points are resolved. */
    private static final int NAMED_PROBLEMS = 10;

    private final Symbols symbols;
    private final Consumer<String> notices;
    private volatile RequestLimits limits;

    public Planner(Symbols symbols, Consumer<String> notices, RequestLimits limits) {
        this.symbols = symbols;
        this.notices = notices;
        this.limits = limits;
    }

    /** Finds the points, and takes the memory for their values. */
    public AdsGroup plan(GuardedConnection<?> owner, SettledPoints settled) throws ConnectorException {
        List<DataPoint> points = settled.points();
        Symbols.Resolved resolved = symbols.resolve(points);
        AdsGroup group = null;
        try {
            List<Resolution> granted = ValueMemory.grant(symbols, settled.memory(), points, resolved.resolutions());
            GroupPlan plan = plan(resolved, granted);
            for (int i = 0; i < points.size(); i++) {
                settled.set(i, type(points.get(i), plan, i), plan.status(i));
            }
            group = new AdsGroup(owner, this, settled, plan);
            return group;
        } finally {
            if (group == null) {
                settled.memory().close();
            }
        }
    }

    private static DataType type(DataPoint point, GroupPlan plan, int i) {
        AdsVariable variable = plan.variable(i);
        if (variable != null) {
            return variable.type();
        }
        DataType stated = point.type();
        return stated == null || plan.isLimited(i) ? ScalarType.DWORD : stated;
    }

    private GroupPlan plan(Symbols.Resolved resolved, List<Resolution> resolutions) {
        List<String> problems = resolutions.stream()
                .map(Resolution::problem)
                .filter(problem -> !problem.isEmpty())
                .toList();
        problems.stream().limit(NAMED_PROBLEMS).forEach(notices);
        if (problems.size() > NAMED_PROBLEMS) {
            notices.accept(symbols.at(Counted.of(problems.size() - NAMED_PROBLEMS, "more point has", "more points have")
                    + " a problem of this kind"));
        }
        RequestLimits current = limits;
        return new GroupPlan(
                resolved.epoch(),
                current,
                resolutions,
                new AdsReadPlan(resolutions, resolved.version(), current),
                new WriteTargets(symbols, resolutions, resolved.version(), resolved.epoch()));
    }

    /** The limits by now. */
    public RequestLimits limits() {
        return limits;
    }

    /** The device, for messages. */
    String where() {
        return symbols.where();
    }

    /** The device turned out to know no sum commands. */
    public synchronized void doWithoutSums() {
        if (limits.hasSums()) {
            limits = limits.withoutSums();
            notices.accept(
                    symbols.where() + " knows no sum commands; points are read and written one by one from now on");
        }
    }

    boolean isCurrent(GroupPlan plan) {
        return plan.epoch() == symbols.epoch().number() && plan.limits().equals(limits);
    }

    GroupPlan replan(AdsGroup group, GroupPlan old) throws ConnectorException {
        Symbols.Resolved resolved = symbols.resolve(group.points());
        List<Resolution> kept = new ArrayList<>();
        for (int i = 0; i < group.size(); i++) {
            kept.add(keepType(group, i, old, resolved.resolutions().get(i)));
        }
        return plan(resolved, kept);
    }

    /** The types of a group stay, so a variable of another type is not for it. */
    private Resolution keepType(AdsGroup group, int point, GroupPlan old, Resolution found) {
        AdsVariable variable = found.variable();
        if (variable == null || variable.type().equals(group.typeAt(point))) {
            return found;
        }
        if (old.isLimited(point)) {
            return old.resolutions().get(point);
        }
        boolean known = old.variable(point) != null;
        return Resolution.bad(
                StatusCode.BAD_TYPE_MISMATCH,
                group.points().get(point).address() + " at " + symbols.where()
                        + (known ? " has become " : " is there now, as ")
                        + variable.type().text() + "; "
                        + (known ? "" : "state that type at the point, or ")
                        + "reconnect to use it so");
    }

    /** Gives handles back, as far as the device still answers. */
    void release(GroupPlan plan) {
        try {
            for (Resolution resolution : plan.resolutions()) {
                AdsVariable variable = resolution.variable();
                if (variable != null) {
                    symbols.handles().release(variable);
                }
            }
            plan.writes().release();
        } catch (ConnectionLostException e) {
            // With the connection the device forgets them; that it is lost is told by its end, once.
        } catch (ConnectorException e) {
            notices.accept("release handles at " + symbols.where() + ": " + e.getMessage());
        }
    }
}
