package io.taktstrom.runtime.sink;

import java.io.IOException;

import io.taktstrom.deployment.BuiltInSinks;
import io.taktstrom.deployment.SinkConfig;
import io.taktstrom.deployment.SinkDescriptor;
import io.taktstrom.descriptor.ByteSize;
import io.taktstrom.runtime.format.JsonFormat;

/** Opens {@code type: jsonl}. */
public final class JsonLinesOpener implements SinkOpener {

    private static final String NEVER = "never";

    @Override
    public SinkDescriptor descriptor() {
        return BuiltInSinks.JSONL;
    }

    @Override
    public OpenSink open(SinkConfig config, SinkSurroundings surroundings) throws IOException {
        String rotate = config.get(BuiltInSinks.JSONL_ROTATE);
        return new LineFileSink(
                surroundings.paths().apply(config.get(BuiltInSinks.JSONL_PATH)),
                JsonFormat::new,
                rotate.equals(NEVER) ? Long.MAX_VALUE : ByteSize.parse(rotate),
                config.get(BuiltInSinks.SYNC),
                surroundings.notices());
    }

    @Override
    public void check(SinkConfig config, SinkSurroundings surroundings) throws IOException {
        LineFile.check(surroundings.paths().apply(config.get(BuiltInSinks.JSONL_PATH)));
    }
}
