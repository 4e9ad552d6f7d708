package io.taktstrom.benchmarks.scale;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What a process was seen to cost.
 *
 * @param measured as it stands in the data file; null when it was not
 */
record Cost(@Nullable Object measured) {

    private double of(String figure) {
        return measured instanceof Map<?, ?> map && map.get(figure) instanceof Number number
                ? number.doubleValue()
                : Double.NaN;
    }

    double threads() {
        return of("threads");
    }

    /** Those that are ours. */
    double ownThreads() {
        if (measured instanceof Map<?, ?> map && map.get("threadsByRole") instanceof Map<?, ?> roles) {
            return roles.values().stream()
                    .mapToInt(number -> ((Number) number).intValue())
                    .sum();
        }
        return Double.NaN;
    }

    double heapMegabytes() {
        return of("heapMegabytes");
    }

    double modelMegabytes() {
        return of("modelMegabytes");
    }

    double directMegabytes() {
        return of("directMegabytes");
    }

    /** Resident, without the heap. */
    double nativeMegabytes() {
        return of("rssMegabytes") - of("heapResidentMegabytes");
    }

    /** Heap in use, and all beside it. */
    double megabytes() {
        return heapMegabytes() + nativeMegabytes();
    }

    double loadMillis() {
        return of("validateMillis");
    }

    double connectedMillis() {
        return of("connectedMillis");
    }

    /** Since the start, until each point has had a value; NaN when one has had none in time. */
    double lastPointMillis() {
        return of("without") == 0 ? of("lastPointMillis") : Double.NaN;
    }

    double samplesPerSecond() {
        return of("samplesPerSecond");
    }

    double cpuPercent() {
        return of("cpuPercent");
    }

    double cpuMicrosPerSample() {
        return of("cpuMicrosPerSample");
    }

    /** 0 where nothing is polled. */
    double lateMicrosMedian() {
        return of("lateMicrosMedian");
    }

    double lateMicrosP90() {
        return of("lateMicrosP90");
    }

    double stopMillis() {
        return of("stopMillis");
    }
}
