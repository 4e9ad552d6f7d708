package io.taktstrom.connect.source;

import java.io.IOException;
import java.util.HashSet;
import java.util.Set;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.message.UnitInlet;

/** Where one stream ends: makes records of a flush unit, and waits until the topics have them. */
final class ConnectInlet extends UnitInlet {

    private static final String LEFT_OUT = "Connect has left it out, because of a transformation, or of an error that"
            + " errors.tolerance allows; the worker's log says which";

    private final SampleRecords records;
    private final UnitHandover handover;
    private final Set<Numbering.Series> touched = new HashSet<>();
    private RecordUnit gathered = new RecordUnit();

    ConnectInlet(SampleRecords records, UnitHandover handover, SinkContext context) {
        super(context);
        this.records = records;
        this.handover = handover;
    }

    @Override
    protected void add(SampleBatch batch, FlushUnit unit) {
        records.add(batch, gathered, touched);
    }

    @Override
    protected void deliver(FlushUnit unit) throws IOException {
        handover.deliver(gathered);
        gathered.dropped().stream().forEach(place -> unit.refuse(place, LEFT_OUT));
        touched.forEach(Numbering.Series::keep);
        records.keep();
    }

    @Override
    protected void fail() {
        touched.forEach(Numbering.Series::goBack);
        records.goBack();
    }

    @Override
    protected void clear() {
        touched.clear();
        gathered = new RecordUnit();
    }

    @Override
    protected void end() {
        // The task ends what waits.
    }
}
