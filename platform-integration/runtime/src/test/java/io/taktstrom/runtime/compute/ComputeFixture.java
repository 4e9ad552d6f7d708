package io.taktstrom.runtime.compute;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

import io.taktstrom.data.DropReason;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.deployment.AlarmConfig;
import io.taktstrom.deployment.ComputedConfig;
import io.taktstrom.deployment.ComputedConfig.OnBad;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.HealthConfig;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.RingConfig;
import io.taktstrom.deployment.StreamConfig;
import io.taktstrom.expression.Expression;
import io.taktstrom.expression.ExpressionException;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.runtime.alarm.RunningAlarms;
import io.taktstrom.runtime.health.HealthEvents;
import io.taktstrom.spi.Providers;
import io.taktstrom.stream.AccountedSink;
import io.taktstrom.stream.FixedGroup;
import io.taktstrom.testkit.ManualClock;
import io.taktstrom.testkit.RecordedSample;

/** Two scans with some points, computed points, and streams that take all of these. */
abstract class ComputeFixture {

    static final long START = 1_000_000_000_000L;

    /** Keeps what comes to a stream. */
    static final class Taken implements AccountedSink {

        final List<RecordedSample> samples = new ArrayList<>();

        @Override
        public void onSamples(SampleBatch batch) {
            for (int i = 0; i < batch.size(); i++) {
                samples.add(RecordedSample.of(batch, i));
            }
        }

        @Override
        public void lose(DropReason reason, long lost) {}

        /** Value, or status where it is not Good, of each. */
        List<String> texts() {
            return samples.stream()
                    .map(each -> each.point() + "=" + each.value()
                            + (each.status() == StatusCode.GOOD ? "" : " " + StatusCode.name(each.status())))
                    .toList();
        }

        String last() {
            return texts().get(samples.size() - 1);
        }
    }

    /** A scan of some points, whose samples the test makes. */
    final class Scan {

        final List<PointConfig> points = new ArrayList<>();
        final FixedGroup group;
        final SampleBatch batch = new SampleBatch(64, 1 << 16);
        final Taken passed = new Taken();
        final AccountedSink inlet;

        Scan(Map<String, DataType> types) {
            types.forEach((name, type) -> points.add(PointConfig.of(DataPoint.of(name, name), "press", "fast")));
            group = new FixedGroup(
                    points.stream().map(PointConfig::point).toList(),
                    List.copyOf(types.values()),
                    java.util.Collections.nCopies(points.size(), StatusCode.GOOD));
            inlet = computed.watched(points, passed);
            begin();
        }

        Scan begin() {
            batch.reset(group, clock.epochNanos(), 0);
            return this;
        }

        Scan add(int point, long time, int status, double value) {
            DataType type = group.typeAt(point);
            if (StatusCode.isBad(status)) {
                batch.addBad(point, START + time, status);
            } else if (type == ScalarType.LREAL) {
                batch.addDouble(point, START + time, status, value);
            } else {
                batch.add(point, START + time, status, (long) value);
            }
            return this;
        }

        Scan add(int point, long time, double value) {
            return add(point, time, StatusCode.GOOD, value);
        }

        Scan text(int point, long time, String value) {
            batch.addText(point, START + time, StatusCode.GOOD, value);
            return this;
        }

        void send() {
            inlet.onSamples(batch);
            begin();
        }
    }

    final ManualClock clock = new ManualClock(START);
    final List<String> notices = new ArrayList<>();
    final RunningAlarms alarms = new RunningAlarms(
            clock,
            new Providers(List.of(), List.of(), List.of(), List.of(), ""),
            new HealthEvents(clock),
            notices::add,
            null);
    final RunningComputed computed = new RunningComputed(clock, notices::add, alarms);
    final Taken stream = new Taken();

    final Scan press = new Scan(types("a", ScalarType.LREAL, "b", ScalarType.LREAL, "n", ScalarType.DINT));
    final Scan oven = new Scan(types("c", ScalarType.LREAL, "text", StringType.string(80), "u", ScalarType.ULINT));

    static Map<String, DataType> types(Object... namesAndTypes) {
        Map<String, DataType> types = new LinkedHashMap<>();
        for (int i = 0; i < namesAndTypes.length; i += 2) {
            types.put((String) namesAndTypes[i], (DataType) namesAndTypes[i + 1]);
        }
        return types;
    }

    static Expression expression(String text) {
        try {
            return Expression.parse(text);
        } catch (ExpressionException e) {
            throw new AssertionError(text, e);
        }
    }

    static ComputedConfig point(String name, String text, OnBad onBad) {
        return ComputedConfig.of(name, expression(text), null, onBad, "", Map.of());
    }

    static ComputedConfig point(String name, String text) {
        return point(name, text, OnBad.BAD);
    }

    static StreamConfig when(String name, String condition) {
        return new StreamConfig(
                name, List.of("**"), List.of("plant"), RingConfig.STANDARD, List.of(), expression(condition));
    }

    void use(ComputedConfig... points) {
        use(Map.of("plant", stream), List.of(), List.of(), points);
    }

    void use(
            Map<String, Taken> streams,
            List<StreamConfig> conditions,
            List<AlarmConfig> rules,
            ComputedConfig... points) {
        Map<String, AlarmConfig> byName = new LinkedHashMap<>();
        rules.forEach(rule -> byName.put(rule.name(), rule));
        Deployment deployment = new Deployment(
                Path.of("plant.yaml"),
                Map.of(),
                Map.of(),
                List.of(),
                List.of(),
                conditions,
                Map.of(),
                null,
                Map.of(),
                HealthConfig.STANDARD,
                byName,
                null,
                List.of(points));
        Map<Object, Supplier<AccountedSink>> inlets = new HashMap<>();
        streams.forEach((name, taken) -> inlets.put(name, () -> taken));
        alarms.use(deployment, name -> Map.of());
        computed.use(deployment, name -> inlets);
    }
}
