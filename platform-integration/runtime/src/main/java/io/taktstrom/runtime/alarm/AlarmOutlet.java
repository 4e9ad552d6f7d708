package io.taktstrom.runtime.alarm;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.deployment.AlarmConfig;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.runtime.health.AlarmReport;
import io.taktstrom.stream.AccountedSink;
import io.taktstrom.stream.FixedGroup;

/** A stream that takes the points of some alarms. For one thread. */
final class AlarmOutlet {

    private final AccountedSink inlet;
    private final List<String> names = new ArrayList<>();
    private final FixedGroup group;
    private final SampleBatch batch;
    private long sequence;

    private AlarmOutlet(AccountedSink inlet, List<AlarmConfig> alarms) {
        this.inlet = inlet;
        alarms.forEach(alarm -> names.add(alarm.name()));
        List<DataPoint> points = alarms.stream().map(AlarmConfig::point).toList();
        group = FixedGroup.good(points, ScalarType.BOOL);
        batch = group.newBatch();
    }

    /** One for each stream that takes any of these alarms. */
    static List<AlarmOutlet> of(List<AlarmConfig> alarms, RunningAlarms.Inlets inlets) {
        Map<Object, Supplier<AccountedSink>> ways = new LinkedHashMap<>();
        Map<Object, List<AlarmConfig>> taken = new LinkedHashMap<>();
        for (AlarmConfig alarm : alarms) {
            inlets.of(alarm.point().name()).forEach((way, inlet) -> {
                ways.putIfAbsent(way, inlet);
                taken.computeIfAbsent(way, key -> new ArrayList<>()).add(alarm);
            });
        }
        List<AlarmOutlet> outlets = new ArrayList<>();
        ways.forEach((way, inlet) -> outlets.add(new AlarmOutlet(inlet.get(), taken.getOrDefault(way, List.of()))));
        return outlets;
    }

    /** The state of those of these alarms that it takes. */
    void send(List<AlarmReport> alarms, long now) {
        batch.reset(group, now, sequence);
        for (AlarmReport alarm : alarms) {
            int point = names.indexOf(alarm.name());
            if (point >= 0) {
                batch.add(point, alarm.since(), StatusCode.GOOD, alarm.isActive() ? 1 : 0);
            }
        }
        if (!batch.isEmpty()) {
            sequence += batch.size();
            inlet.onSamples(batch);
        }
    }
}
