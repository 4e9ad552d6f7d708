package io.taktstrom.kit.plan;

import java.util.List;
import java.util.function.LongToIntFunction;

/** What a device lets one request read, and what reading costs. */
public interface SpanRules {

    /** The most units of an area that are read together. One value that is longer is read in several {@linkplain SpanPlan#pieces pieces}. */
    int maxUnits(long area);

    /** Bytes of one unit of an area. */
    int unitBytes(long area);

    /** What it costs to read these spans, all of one area; what costs less is chosen. */
    double cost(List<Span> spans);

    /**
     * For devices that read one span in one request.
     *
     * @param maxUnits the most units of an area in one request
     * @param unitBytes bytes of one unit of an area
     * @param requestBytes as many bytes read in vain cost as much as one more request
     */
    static SpanRules requests(LongToIntFunction maxUnits, LongToIntFunction unitBytes, int requestBytes) {
        return new SpanRules() {
            @Override
            public int maxUnits(long area) {
                return maxUnits.applyAsInt(area);
            }

            @Override
            public int unitBytes(long area) {
                return unitBytes.applyAsInt(area);
            }

            @Override
            public double cost(List<Span> spans) {
                double cost = 0;
                for (Span span : spans) {
                    cost += requestBytes + (double) span.length() * unitBytes(span.area());
                }
                return cost;
            }
        };
    }
}
