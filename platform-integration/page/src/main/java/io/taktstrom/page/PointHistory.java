package io.taktstrom.page;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import io.taktstrom.runtime.tap.TapReading;

/**
 * What each point was, second by second, for some minutes; and how often samples of it come. One thread.
 *
 * <pre>
 *   values:  point 0 [ slot 0 .. n-1 ]  point 1 [ slot 0 .. n-1 ]  ...     slots are written round and round
 * </pre>
 */
final class PointHistory {

    /** Ten minutes. */
    private static final int MAX_SLOTS = 600;
    /** Sparklines need so many, however many points there are. */
    static final int SPARK_SLOTS = 60;

    private static final int MAX_BYTES = 32 << 20;
    /** Of a rate: mostly over the last seconds, over one look alone it would jump about. */
    private static final double WEIGHT = 0.4;

    private final PointTable table;
    private final int slots;
    private final float[] values;
    private final long[] samples;
    private final float[] rates;
    private final Severity[] severities;
    /** Looks so far. */
    private int looks;

    private PointHistory(PointTable table) {
        this.table = table;
        int points = Math.max(1, table.size());
        slots = Math.max(SPARK_SLOTS, Math.min(MAX_SLOTS, MAX_BYTES / Float.BYTES / points));
        values = new float[points * slots];
        Arrays.fill(values, Float.NaN);
        samples = new long[points];
        rates = new float[points];
        severities = new Severity[points];
        Arrays.fill(severities, Severity.NONE);
    }

    /** Of points that were not looked at before. */
    static PointHistory of(PointTable table) {
        return new PointHistory(table);
    }

    /** Of other points; those that both have keep what they were. */
    PointHistory over(PointTable next) {
        PointHistory now = new PointHistory(next);
        if (now.slots != slots) {
            // So many points more or less that their past has another length: it starts over.
            return now;
        }
        now.looks = looks;
        for (int place = 0; place < next.size(); place++) {
            int former = table.place(next.at(place).key());
            if (former >= 0) {
                System.arraycopy(values, former * slots, now.values, place * slots, slots);
                now.severities[place] = severities[former];
                now.rates[place] = rates[former];
            }
        }
        return now;
    }

    /** Looks at every point, each second. */
    void look(TapReading reading, double seconds) {
        int slot = looks % slots;
        for (int place = 0; place < table.size(); place++) {
            PointTable.Entry entry = table.at(place);
            float value = Float.NaN;
            if (entry.read(reading)) {
                value = (float) PointValue.number(reading, entry.config());
                severities[place] = Severity.ofStatus(reading.batch().statusAt(0));
                count(place, reading.samples(), seconds);
            }
            values[place * slots + slot] = value;
        }
        looks++;
    }

    private void count(int place, long now, double seconds) {
        if (samples[place] > 0 && now >= samples[place]) {
            double rate = (now - samples[place]) / seconds;
            rates[place] += (float) ((rates[place] == 0 ? 1 : WEIGHT) * (rate - rates[place]));
        }
        samples[place] = now;
    }

    double rate(int place) {
        return rates[place];
    }

    Severity severity(int place) {
        return severities[place];
    }

    /** How many points are so. */
    int count(Severity severity) {
        int count = 0;
        for (int place = 0; place < table.size(); place++) {
            count += severities[place] == severity ? 1 : 0;
        }
        return count;
    }

    /** The last minute. */
    List<Float> spark(int place) {
        return last(place, SPARK_SLOTS);
    }

    /** All that there is, the oldest first; the last is of the last look. */
    List<Float> all(int place) {
        return last(place, slots);
    }

    private List<Float> last(int place, int wanted) {
        int count = Math.min(wanted, Math.min(looks, slots));
        List<Float> last = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            last.add(values[place * slots + (looks - count + i) % slots]);
        }
        return last;
    }
}
