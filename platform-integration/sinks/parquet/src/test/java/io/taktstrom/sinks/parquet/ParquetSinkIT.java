package io.taktstrom.sinks.parquet;

import java.io.IOException;
import java.nio.file.Path;

import io.taktstrom.testkit.peer.PeerProcess;
import io.taktstrom.testkit.sink.SinkContract;
import io.taktstrom.testkit.sink.SinkUnderTest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;

/** The contract, with Apache Arrow as the reader of the files. */
class ParquetSinkIT extends SinkContract {

    @AutoClose
    private static @Nullable PeerProcess arrow;

    @BeforeAll
    static void startArrow() throws IOException {
        arrow = startReader();
    }

    static PeerProcess startReader() throws IOException {
        PeerProcess reader =
                PeerProcess.start("TAKT_PYTHON", "a Python with pyarrow", Path.of("src/test/interop/read_parquet.py"));
        reader.line("ready");
        return reader;
    }

    @Override
    protected SinkUnderTest startReceiver() throws IOException {
        PeerProcess reader = arrow;
        if (reader == null) {
            throw new IllegalStateException("there is a reader only while tests run");
        }
        return new ParquetFolder(reader);
    }
}
