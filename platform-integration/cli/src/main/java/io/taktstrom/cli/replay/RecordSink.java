package io.taktstrom.cli.replay;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiFunction;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkHealth;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.sinks.local.JsonLinesProvider;

/** The file of a record, by the sink of JSON Lines; also keeps the model, as soon as the points' types are known. */
final class RecordSink implements SinkProvider {

    static final String TYPE = "record";

    /** Groups that are remembered; each session of a device has new ones. */
    private static final int MAX_SEEN = 10_000;

    private final Path lines;
    private final Path model;
    private final String fields;
    private final BiFunction<DataPoint, DataType, ReplayPoint> describe;
    private final Map<String, ReplayPoint> points = new ConcurrentSkipListMap<>();

    /** @param fields that each line has */
    RecordSink(Path lines, Path model, String fields, BiFunction<DataPoint, DataType, ReplayPoint> describe) {
        this.lines = lines;
        this.model = model;
        this.fields = fields;
        this.describe = describe;
    }

    @Override
    public PartDescriptor descriptor() {
        return new PartDescriptor(TYPE, "Writes a record for 'takt replay'.", List.of());
    }

    /** How many points have been seen. */
    int points() {
        return points.size();
    }

    @Override
    public Sink open(OptionValues options, SinkContext context) throws IOException {
        Sink file = new JsonLinesProvider()
                .open(
                        new OptionValues(
                                "record " + lines,
                                Map.of("path", lines.toString(), "fields", fields, "timeFormat", "epochNanos")),
                        context);
        ReplayModel.write(model, points.values().stream());
        return new Sink() {
            @Override
            public SinkInlet inlet(String stream, List<DataPoint> known) throws IOException {
                return new Inlet(file.inlet(stream, known));
            }

            @Override
            public SinkHealth health() {
                return file.health();
            }

            @Override
            public void close() throws IOException {
                file.close();
            }
        };
    }

    /** Notes the types of a group that is new. */
    private final class Inlet implements SinkInlet {

        private final SinkInlet file;
        /** By identity: groups of several devices come in turn. */
        private final Set<PointGroup> seen = Collections.newSetFromMap(new IdentityHashMap<>());

        Inlet(SinkInlet file) {
            this.file = file;
        }

        @Override
        public void publish(SampleBatch batch, FlushUnit unit) throws IOException {
            PointGroup group = batch.group();
            if (!seen.contains(group)) {
                if (seen.size() == MAX_SEEN) {
                    seen.clear();
                }
                seen.add(group);
                note(group);
            }
            file.publish(batch, unit);
        }

        private void note(PointGroup group) throws IOException {
            boolean isNew = false;
            for (int i = 0; i < group.size(); i++) {
                if (!StatusCode.isBad(group.statusAt(i))) {
                    ReplayPoint point = describe.apply(group.points().get(i), group.typeAt(i));
                    isNew |= !point.equals(points.put(point.name(), point));
                }
            }
            if (isNew) {
                ReplayModel.write(model, points.values().stream());
            }
        }

        @Override
        public void close() throws IOException {
            file.close();
        }
    }
}
