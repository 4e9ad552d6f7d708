package io.taktstrom.runtime;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;

import io.taktstrom.deployment.PartConfig;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.kit.Fatal;
import io.taktstrom.spi.Providers;
import io.taktstrom.stage.Stage;
import io.taktstrom.stream.stage.Band;
import io.taktstrom.stream.stage.Deadband;
import io.taktstrom.stream.stage.Scale;
import io.taktstrom.stream.stage.Scaling;
import org.jspecify.annotations.Nullable;

/** The stages between a scan and a ring: first what its points say (scaling, then deadband), then what the stream lists. */
final class Stages {

    private Stages() {}

    /** What points say of themselves; nothing when they say nothing. */
    static List<Supplier<? extends Stage>> of(Collection<PointConfig> points) {
        Map<String, Scaling> scalings = new HashMap<>();
        Map<String, Band> bands = new HashMap<>();
        for (PointConfig point : points) {
            if (point.isScaled()) {
                scalings.put(point.name(), new Scaling(point.scale(), point.offset()));
            }
            Double deadband = point.deadband();
            if (deadband != null) {
                bands.put(point.name(), new Band(deadband, point.maxSilence()));
            }
        }
        List<Supplier<? extends Stage>> stages = new ArrayList<>();
        if (!scalings.isEmpty()) {
            stages.add(() -> new Scale(point -> scalings.get(point.name())));
        }
        if (!bands.isEmpty()) {
            stages.add(() -> new Deadband(point -> bands.get(point.name())));
        }
        return stages;
    }

    /** Whether both points have the same stages. */
    static boolean areSame(PointConfig a, @Nullable PointConfig b) {
        return b != null
                && isScaledAlike(a, b)
                && Objects.equals(a.deadband(), b.deadband())
                && Objects.equals(a.maxSilence(), b.maxSilence());
    }

    /** Whether both points publish the same value. */
    static boolean isScaledAlike(PointConfig a, PointConfig b) {
        return a.scale() == b.scale() && a.offset() == b.offset();
    }

    /** What a stream lists. */
    static List<Supplier<? extends Stage>> of(StreamConfig stream, Providers providers) throws IOException {
        List<Supplier<? extends Stage>> stages = new ArrayList<>();
        for (PartConfig stage : stream.stages()) {
            try {
                stages.add(providers.stage(stage.type()).open(stage.values()));
            } catch (RuntimeException | Error e) {
                Fatal.rethrow(e);
                // A stage is foreign code; a class that its plug-in lacks shows only now.
                throw new IOException("stage " + stage + " of stream " + stream.name() + ": cannot be made: " + e, e);
            }
        }
        return stages;
    }
}
