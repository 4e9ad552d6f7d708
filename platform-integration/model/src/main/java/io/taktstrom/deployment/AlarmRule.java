package io.taktstrom.deployment;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

import io.taktstrom.expression.Expression;

/** What an alarm watches for. */
public sealed interface AlarmRule {

    /** What the name of the point behind a condition ends with. */
    String CONDITION = " condition";

    /** One of some points. */
    sealed interface OfPoints extends AlarmRule {

        /** Patterns over point names; a point that one of them matches is watched. */
        List<String> points();

        /** Whether a point is watched. Compiles the patterns: keep it when you ask often. */
        default Predicate<String> selector() {
            Predicate<String> named = PatternList.anyOf(points());
            return this instanceof Holds holds
                    ? holds.point()::equals
                    : name -> !name.endsWith(CONDITION) && named.test(name);
        }
    }

    /**
     * The published value is above a limit, or below it.
     *
     * @param hysteresis how far it must come back behind the limit
     */
    record Limit(List<String> points, boolean above, double limit, double hysteresis) implements OfPoints {
        public Limit {
            points = List.copyOf(points);
        }
    }

    /**
     * The published value is this one.
     *
     * @param value a number; 1 for true, 0 for false
     */
    record Equal(List<String> points, double value) implements OfPoints {
        public Equal {
            points = List.copyOf(points);
        }
    }

    /**
     * A condition is true.
     *
     * @param alarm its name
     */
    record Holds(String alarm, Expression condition) implements OfPoints {

        /** The computed point behind it, whose name no point of a file can have. */
        public String point() {
            return AlarmConfig.PREFIX + alarm + CONDITION;
        }

        @Override
        public List<String> points() {
            return List.of(point());
        }
    }

    /** The status is Bad. */
    record Bad(List<String> points) implements OfPoints {
        public Bad {
            points = List.copyOf(points);
        }
    }

    /** No sample has come for so long, good or bad; of a point that never had one, since the rule is watched. */
    record Stale(List<String> points, Duration after) implements OfPoints {
        public Stale {
            points = List.copyOf(points);
        }
    }

    /**
     * A device is not connected.
     *
     * @param connection its name; empty for any
     */
    record Disconnected(String connection) implements AlarmRule {}

    /**
     * A sink's receiver does not take what it is sent.
     *
     * @param sink its name; empty for any
     */
    record Failing(String sink) implements AlarmRule {}

    /**
     * More samples than that wait for a sink.
     *
     * @param sink its name; empty for any
     * @param hysteresis so many fewer end it
     */
    record Backlog(String sink, long samples, long hysteresis) implements AlarmRule {}

    /**
     * Samples were lost in the last minute or two, unintentionally.
     *
     * @param stream its name; empty for any
     */
    record Drops(String stream) implements AlarmRule {}
}
