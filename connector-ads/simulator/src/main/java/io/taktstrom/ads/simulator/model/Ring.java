package io.taktstrom.ads.simulator.model;

import io.taktstrom.simulation.Waveform;

/**
 * Of a structure: the task writes samples into its arrays, the values of which are their numbers, see {@code
 * docs/how-to/sample-faster-than-20-khz.md}.
 *
 * @param samplesPerCycle of the task; more than one with oversampling
 */
public record Ring(int samplesPerCycle) implements Waveform.OfDevice {
    public Ring {
        if (samplesPerCycle < 1 || samplesPerCycle > 10_000) {
            throw new IllegalArgumentException(samplesPerCycle + " samples a cycle are not in 1..10000");
        }
    }
}
