package io.taktstrom.benchmarks.sinks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import io.taktstrom.benchmarks.stream.PlantSource;
import io.taktstrom.benchmarks.worker.Operation;
import io.taktstrom.data.SampleBatch;

/**
 * Whole Parquet files, one after the other, from samples in memory to the file with its footer: by Parquet's own writers, or as our sink does
 * it, which keeps lines until a file is complete.
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
        Path file = place.resolve("samples.parquet");
        if (bySink) {
            Map<String, String> options = Target.PARQUET.options(place.toString());
            try (PipelineContender lines = new PipelineContender("jsonl", options)) {
                for (int samples = 0; samples < SAMPLES; samples += lines.operations()) {
                    lines.once();
                }
                lines.settle();
            }
            ParquetRows.finish(Path.of(String.valueOf(options.get("path"))), file);
        } else {
            try (ParquetRows rows = new ParquetRows(file)) {
                for (int samples = 0; samples < SAMPLES; samples += batch.size()) {
                    source.fill(batch);
                    rows.add(batch);
                }
            }
        }
        if (!Files.exists(file)) {
            throw new IOException("there is no file " + file);
        }
    }
}
