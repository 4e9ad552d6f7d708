package io.taktstrom.runtime.sink;

import java.io.IOException;

import io.taktstrom.stream.PipelineSink;

/** A sink of the deployment file, opened once, whatever the number of streams that end in it. */
public interface OpenSink extends AutoCloseable {

    /** The end of one more pipeline; pipelines have threads of their own. Closing it leaves the sink open. */
    PipelineSink inlet();

    /** Called once, after the last inlet was closed. */
    @Override
    void close() throws IOException;
}
