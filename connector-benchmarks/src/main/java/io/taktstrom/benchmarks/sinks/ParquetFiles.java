package io.taktstrom.benchmarks.sinks;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

import io.taktstrom.benchmarks.paired.Operation;
import io.taktstrom.benchmarks.stream.PlantSource;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.sinks.parquet.ParquetRows;

/**
 * Whole Parquet files, one after the other, from samples in memory to the file with its footer: by Parquet's own writers, or by our sink, which
 * keeps lines until then.
 */
final class ParquetFiles implements Operation {

    /** Of a file. */
    private static final int SAMPLES = 16 * Payloads.UNIT;

    private final Path folder;
    private final boolean bySink;
    private final PlantSource source = new PlantSource();
    private final SampleBatch batch = PlantSource.batchOf(Payloads.UNIT);
    private int files;

    ParquetFiles(boolean bySink, String folder) {
        this.bySink = bySink;
        this.folder = Path.of(folder);
    }

    @Override
    public int operations() {
        return SAMPLES;
    }

    @Override
    public void once() throws IOException {
        Path place = Files.createDirectory(folder.resolve((bySink ? "sink" : "library") + ++files));
        if (bySink) {
            try (PipelineContender sink = new PipelineContender(Target.PARQUET, place.toString())) {
                for (int samples = 0; samples < SAMPLES; samples += sink.operations()) {
                    sink.once();
                }
                sink.settle();
            }
        } else {
            try (ParquetRows rows = new ParquetRows(place.resolve("library.parquet"))) {
                for (int samples = 0; samples < SAMPLES; samples += batch.size()) {
                    source.fill(batch);
                    rows.add(batch);
                }
            }
        }
        try (DirectoryStream<Path> written = Files.newDirectoryStream(place, "*.parquet")) {
            if (!written.iterator().hasNext()) {
                throw new IOException("there is no Parquet file in " + place);
            }
        }
    }
}
