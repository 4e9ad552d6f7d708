package io.taktstrom.connect.source;

import java.io.IOException;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkInlet;

/** Where one stream ends: makes records of a flush unit, and waits until the topics have them. */
final class ConnectInlet implements SinkInlet {

    private static final String LEFT_OUT = "Connect has left it out, because of a transformation, or of an error that"
            + " errors.tolerance allows; the worker's log says which";

    private final SampleRecords records;
    private final Handover handover;
    private final Set<Numbering.Series> touched = new HashSet<>();
    private RecordUnit gathered = new RecordUnit();

    ConnectInlet(SampleRecords records, Handover handover) {
        this.records = records;
        this.handover = handover;
    }

    @Override
    public void publish(SampleBatch batch, FlushUnit unit) throws IOException {
        boolean isWell = false;
        try {
            records.add(batch, gathered, touched);
            if (unit.isComplete()) {
                handover.deliver(gathered);
                BitSet dropped = gathered.dropped();
                dropped.stream().forEach(place -> unit.refuse(place, LEFT_OUT));
                touched.forEach(Numbering.Series::keep);
                records.keep();
                forget();
            }
            isWell = true;
        } finally {
            if (!isWell) {
                touched.forEach(Numbering.Series::goBack);
                records.goBack();
                forget();
            }
        }
    }

    private void forget() {
        touched.clear();
        gathered = new RecordUnit();
    }
}
