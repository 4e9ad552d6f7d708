package io.taktstrom.deployment;

import java.util.List;
import java.util.function.Predicate;

/**
 * The way of some points' samples: source, stages, ring, sinks.
 *
 * @param name unique in a deployment
 * @param from patterns over point names; a point that one of them matches is in
 * @param to names of sinks; each gets all samples
 * @param stages in the order in which they run
 */
public record StreamConfig(String name, List<String> from, List<String> to, RingConfig ring, List<PartConfig> stages) {

    public StreamConfig {
        from = List.copyOf(from);
        to = List.copyOf(to);
        stages = List.copyOf(stages);
    }

    /** Whether a point name belongs to this stream. Compiles the patterns: keep it when you ask often. */
    public Predicate<String> selector() {
        return PatternList.anyOf(from);
    }
}
