package io.taktstrom.page;

import java.util.HashMap;
import java.util.Map;

/** How fast counters grow, by name: mostly over the last seconds. One thread. */
final class Rates {

    private static final double WEIGHT = 0.4;

    private static final class Rate {
        private long count;
        private long at;
        private double perSecond;
    }

    private final Map<String, Rate> rates = new HashMap<>();

    /**
     * The rate of a counter that stands so now.
     *
     * @param now nanoseconds of a clock that only goes forward
     */
    double of(String name, long count, long now) {
        Rate rate = rates.get(name);
        if (rate == null || count < rate.count) {
            rate = new Rate();
            rates.put(name, rate);
        } else if (now > rate.at) {
            double current = (count - rate.count) * 1e9 / (now - rate.at);
            rate.perSecond += rate.perSecond == 0 ? current : WEIGHT * (current - rate.perSecond);
        }
        rate.count = count;
        rate.at = now;
        return rate.perSecond;
    }

    /** Removes counters that were not asked for since. */
    void forgetBefore(long time) {
        rates.values().removeIf(rate -> rate.at < time);
    }
}
