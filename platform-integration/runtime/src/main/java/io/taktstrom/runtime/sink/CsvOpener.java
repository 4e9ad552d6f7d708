package io.taktstrom.runtime.sink;

import java.io.IOException;

import io.taktstrom.deployment.BuiltInSinks;
import io.taktstrom.deployment.SinkConfig;
import io.taktstrom.deployment.SinkDescriptor;
import io.taktstrom.runtime.format.CsvFormat;
import io.taktstrom.runtime.format.Formulas;

/** Opens {@code type: csv}. */
public final class CsvOpener implements SinkOpener {

    @Override
    public SinkDescriptor descriptor() {
        return BuiltInSinks.CSV;
    }

    @Override
    public OpenSink open(SinkConfig config, SinkSurroundings surroundings) throws IOException {
        Formulas formulas = Formulas.of(config.get(BuiltInSinks.CSV_FORMULAS));
        return new LineFileSink(
                surroundings.paths().apply(config.get(BuiltInSinks.CSV_PATH)),
                () -> new CsvFormat(formulas),
                Long.MAX_VALUE,
                config.get(BuiltInSinks.SYNC),
                surroundings.notices());
    }

    @Override
    public void check(SinkConfig config, SinkSurroundings surroundings) throws IOException {
        LineFile.check(surroundings.paths().apply(config.get(BuiltInSinks.CSV_PATH)));
    }
}
