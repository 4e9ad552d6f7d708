package io.taktstrom.runtime.alarm;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

import io.taktstrom.data.StatusCode;
import io.taktstrom.deployment.AlarmRule;

/**
 * What one rule has seen of one point. Written by the thread that brings the point's samples, read by the one that looks once a
 * second. Hot: allocates nothing.
 */
final class PointCell {

    /** Nothing is met. */
    static final long NEVER = Long.MIN_VALUE;

    /** What makes it met. */
    private enum Test {
        ABOVE,
        BELOW,
        EQUAL,
        BAD,
        NEWS
    }

    private final String point;
    private final Test test;
    private final double limit;
    /** Where it ends once it was met. */
    private final double end;

    private final long raiseNanos;
    private final AtomicLong metSince = new AtomicLong(NEVER);
    private final AtomicLong sampledAt;
    /** It was met for long enough, and may be so no more. */
    private final AtomicBoolean wasMet = new AtomicBoolean();

    private volatile double seen;
    private boolean met;

    /** @param begin when it is watched from; all times here are monotonic nanoseconds */
    PointCell(String point, AlarmRule.OfPoints rule, long raiseNanos, long begin) {
        this.point = point;
        this.raiseNanos = raiseNanos;
        sampledAt = new AtomicLong(begin);
        if (rule instanceof AlarmRule.Limit of) {
            test = of.above() ? Test.ABOVE : Test.BELOW;
            limit = of.limit();
            end = of.above() ? limit - of.hysteresis() : limit + of.hysteresis();
        } else {
            boolean isEqual = rule instanceof AlarmRule.Equal || rule instanceof AlarmRule.Holds;
            test = isEqual ? Test.EQUAL : rule instanceof AlarmRule.Bad ? Test.BAD : Test.NEWS;
            // A condition is a point that is 1 while it holds.
            limit = rule instanceof AlarmRule.Equal equal ? equal.value() : isEqual ? 1 : 0;
            end = limit;
        }
    }

    String point() {
        return point;
    }

    /** The published value that has met the rule last. */
    double seen() {
        return seen;
    }

    /** Since when it is met; {@link #NEVER} when it is not. */
    long metSince() {
        return metSince.get();
    }

    /** When the last sample came. */
    long sampledAt() {
        return sampledAt.get();
    }

    /** Whether it was met for long enough since it was asked last. */
    boolean takeWasMet() {
        return wasMet.get() && wasMet.getAndSet(false);
    }

    /**
     * A sample.
     *
     * @param value NaN where it has none that could be compared
     * @param at when it came
     */
    void take(int status, double value, long at) {
        if (test == Test.NEWS) {
            sampledAt.lazySet(at);
            return;
        }
        boolean bad = StatusCode.isBad(status);
        if (test == Test.BAD ? bad : !bad && !Double.isNaN(value)) {
            become(test == Test.BAD || isMetBy(value), value, at);
        } else if (test == Test.BAD) {
            become(false, value, at);
        }
    }

    /** What is met stays so until the value is behind the limit by the hysteresis. */
    private boolean isMetBy(double value) {
        return switch (test) {
            case ABOVE -> value > (met ? end : limit);
            case BELOW -> value < (met ? end : limit);
            case EQUAL -> value == limit;
            case BAD, NEWS -> false;
        };
    }

    private void become(boolean next, double value, long at) {
        if (next) {
            seen = value;
        }
        if (next && !met) {
            metSince.set(at);
        }
        if (next ? at - metSince.get() >= raiseNanos : met && at - metSince.get() >= raiseNanos) {
            if (!wasMet.get()) {
                wasMet.set(true);
            }
        }
        if (!next && met) {
            metSince.set(NEVER);
        }
        met = next;
    }
}
