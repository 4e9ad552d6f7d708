package io.taktstrom.deployment;

import java.util.List;
import java.util.function.Predicate;

import io.taktstrom.expression.Expression;
import org.jspecify.annotations.Nullable;

/**
 * The way of some points' samples: source, stages, ring, sinks.
 *
 * @param name unique in a deployment
 * @param from patterns over point names; a point that one of them matches is in
 * @param to names of sinks; each gets all samples
 * @param stages in the order in which they run
 * @param when samples pass only while it is true; null for always
 */
public record StreamConfig(
        String name,
        List<String> from,
        List<String> to,
        RingConfig ring,
        List<PartConfig> stages,
        @Nullable Expression when) {

    public StreamConfig {
        from = List.copyOf(from);
        to = List.copyOf(to);
        stages = List.copyOf(stages);
    }

    /** Whose samples always pass. */
    public StreamConfig(String name, List<String> from, List<String> to, RingConfig ring, List<PartConfig> stages) {
        this(name, from, to, ring, stages, null);
    }

    /** Whether a point name belongs to this stream. Compiles the patterns: keep it when you ask often. */
    public Predicate<String> selector() {
        return PatternList.anyOf(from);
    }
}
