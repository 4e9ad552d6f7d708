package io.taktstrom.sinks.file;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.sink.FlushUnit;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.sinks.format.PointCache;
import io.taktstrom.sinks.format.SampleFormat;
import io.taktstrom.sinks.format.Template;
import io.taktstrom.sinks.format.TextBuffer;

/**
 * Turns samples into lines and appends them a flush unit at a time, each to the file of its point. Hot: allocates a few bytes
 * per unit.
 *
 * <p>A unit for several files is in all of them when it is acknowledged; one that is delivered again is not written again where
 * it is already.
 */
final class LineFileInlet implements SinkInlet {

    private final LineFileSink sink;
    private final SampleFormat format;
    private final Map<Template, Part> parts = new HashMap<>();
    private final PointCache<Part> partOfPoint;
    /** Those that the unit has lines for. */
    private final List<Part> touched = new ArrayList<>();

    /** @param path with the stream filled in */
    LineFileInlet(LineFileSink sink, Template path, SampleFormat format) {
        this.sink = sink;
        this.format = format;
        partOfPoint = new PointCache<>(
                (group, point) -> parts.computeIfAbsent(path.with(group.points().get(point)), Part::new));
    }

    /** The lines of one file. */
    private static final class Part {
        private final Template path;
        private final TextBuffer lines = new TextBuffer();
        /** Number of the unit that is in the file; units count from 1. */
        private long written;

        Part(Template path) {
            this.path = path;
        }
    }

    @Override
    public void publish(SampleBatch batch, FlushUnit unit) throws IOException {
        boolean gathered = false;
        try {
            for (int i = 0; i < batch.size(); i++) {
                Part part = partOfPoint.at(batch.group(), batch.pointAt(i));
                if (part.lines.size() == 0) {
                    touched.add(part);
                }
                format.write(batch, i, part.lines);
            }
            if (unit.isComplete()) {
                write(unit.number());
            }
            gathered = !unit.isComplete();
        } finally {
            if (!gathered) {
                for (int i = 0; i < touched.size(); i++) {
                    touched.get(i).lines.clear();
                }
                touched.clear();
            }
        }
    }

    private void write(long unit) throws IOException {
        for (int i = 0; i < touched.size(); i++) {
            Part part = touched.get(i);
            if (part.written != unit) {
                sink.file(part.path).append(part.lines.asByteBuffer());
                part.written = unit;
            }
        }
    }
}
