package io.taktstrom.runtime;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.StageConfig;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.kit.Fatal;
import io.taktstrom.spi.Providers;
import io.taktstrom.stage.Stage;
import io.taktstrom.stream.stage.Band;
import io.taktstrom.stream.stage.Deadband;
import io.taktstrom.stream.stage.Scale;
import io.taktstrom.stream.stage.Scaling;

/** The stages of a stream: first what its points say (scaling, then deadband), then what it lists itself. */
final class Stages {

    private Stages() {}

    static List<Supplier<? extends Stage>> of(Deployment deployment, StreamConfig stream, Providers providers)
            throws IOException {
        Map<String, Scaling> scalings = new HashMap<>();
        Map<String, Band> bands = new HashMap<>();
        for (PointConfig point : deployment.points()) {
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
        for (StageConfig stage : stream.stages()) {
            try {
                stages.add(providers.stage(stage.type()).open(stage.values()));
            } catch (RuntimeException | Error e) {
                Fatal.rethrow(e);
                // A stage is somebody else's code; a class that its plug-in lacks shows only now.
                throw new IOException("stage " + stage + " of stream " + stream.name() + ": cannot be made: " + e, e);
            }
        }
        return stages;
    }
}
