package io.taktstrom.benchmarks.opcua;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.benchmarks.Experiment;

/** What there is to measure. */
public final class OpcUaExperiments {

    private OpcUaExperiments() {}

    public static List<Experiment> all() {
        List<Experiment> all = new ArrayList<>(SubscriptionExperiment.all());
        all.addAll(RequestExperiment.all());
        all.add(new SizesExperiment());
        all.add(new OpcUaChange());
        return List.copyOf(all);
    }
}
