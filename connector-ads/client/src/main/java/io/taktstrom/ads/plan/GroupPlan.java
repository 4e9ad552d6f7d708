package io.taktstrom.ads.plan;

import java.util.List;

import io.taktstrom.ads.backend.AdsStatus;
import io.taktstrom.ads.symbol.Resolution;
import io.taktstrom.ads.value.AdsVariable;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import org.jspecify.annotations.Nullable;

/** Where the points of a group are, in one epoch of the symbols, and how they are read and written. */
public record GroupPlan(
        int epoch, RequestLimits limits, List<Resolution> resolutions, AdsReadPlan reads, WriteTargets writes) {

    /** The point's variable; null when it cannot be used. */
    public @Nullable AdsVariable variable(int point) {
        return resolutions.get(point).variable();
    }

    int[] statuses() {
        return resolutions.stream().mapToInt(Resolution::status).toArray();
    }

    public int status(int point) {
        return resolutions.get(point).status();
    }

    /** Whether the point was refused because its value is too large, so that there is no memory for one. */
    boolean isLimited(int point) {
        return status(point) == StatusCode.BAD_ENCODING_LIMITS_EXCEEDED;
    }

    /** Takes back what was read by name: it may be the value of something else. */
    public void markStale(SampleBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            AdsVariable variable = variable(batch.pointAt(i));
            if (variable != null && variable.symbolic() && !StatusCode.isBad(batch.statusAt(i))) {
                batch.setStatusAt(i, AdsStatus.STALE);
            }
        }
    }
}
