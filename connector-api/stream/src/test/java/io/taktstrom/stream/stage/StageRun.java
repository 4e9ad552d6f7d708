package io.taktstrom.stream.stage;

import java.util.ArrayList;
import java.util.List;

import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.data.Values;
import io.taktstrom.model.DataType;
import io.taktstrom.stage.Stage;

/** Runs a stage on one sample at a time and keeps what it passes. */
final class StageRun {

    /** What passed; the value is null for a Bad status. */
    record Passed(int point, Object value, int status, long time) {}

    private final Stage stage;
    private final PointGroup group;
    private final List<Passed> passed = new ArrayList<>();
    private final List<DataType> types = new ArrayList<>();
    private long sequence;

    StageRun(Stage stage, PointGroup group) {
        this.stage = stage;
        this.group = group;
    }

    StageRun send(long time, Object value) {
        return send(0, time, StatusCode.GOOD, value);
    }

    StageRun send(int point, long time, int status, Object value) {
        SampleBatch value1 = new SampleBatch(1, 100);
        value1.reset(group, 5_000, 0);
        Values.put(value1, point, value);
        SampleBatch batch = new SampleBatch(1, 100);
        batch.reset(group, 5_000, 0);
        if (group.typeAt(point).isInline()) {
            batch.add(point, time, status, value1.longAt(0));
        } else {
            batch.addText(point, time, status, value.toString());
        }
        stage.process(batch, this::keep);
        return this;
    }

    StageRun sendBad(long time, int status) {
        SampleBatch batch = new SampleBatch(1, 0);
        batch.reset(group, 5_000, 0);
        batch.addBad(0, time, status);
        stage.process(batch, this::keep);
        return this;
    }

    private void keep(SampleBatch batch) {
        if (batch.sequence() != sequence || batch.receivedAt() != 5_000) {
            throw new AssertionError("batch #" + batch.sequence() + " received at " + batch.receivedAt());
        }
        sequence += batch.size();
        for (int i = 0; i < batch.size(); i++) {
            int status = batch.statusAt(i);
            Object value = StatusCode.isBad(status) ? "none" : Values.get(batch, i);
            passed.add(new Passed(batch.pointAt(i), value, status, batch.sourceTimeAt(i)));
            types.add(batch.group().typeAt(batch.pointAt(i)));
        }
    }

    List<Passed> passed() {
        return passed;
    }

    List<Object> values() {
        return passed.stream().map(Passed::value).toList();
    }

    List<DataType> types() {
        return types;
    }
}
