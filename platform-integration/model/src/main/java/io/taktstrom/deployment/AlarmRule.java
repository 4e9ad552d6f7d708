package io.taktstrom.deployment;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;

/** What an alarm watches for. */
public sealed interface AlarmRule {

    /** One of some points. */
    sealed interface OfPoints extends AlarmRule {

        /** Patterns over point names; a point that one of them matches is watched. */
        List<String> points();

        /** Whether a point is watched. Compiles the patterns: keep it when you ask often. */
        default Predicate<String> selector() {
            return PatternList.anyOf(points());
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
