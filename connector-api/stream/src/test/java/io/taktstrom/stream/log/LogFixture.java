package io.taktstrom.stream.log;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.stream.FixedGroup;
import io.taktstrom.stream.TestGroups;

/** Writes samples that count, and reads them back with all that they have. */
final class LogFixture {

    static final LogIdentity IDENTITY = new LogIdentity("plant.yaml", "press", "broker");

    /** A sample that was read, and whether it is as it was written. */
    record Read(long count, boolean whole) {}

    final PointGroup group = TestGroups.of(ScalarType.DINT, StringType.string(20), ScalarType.LREAL);
    final Map<LogLoss, Long> lost = new EnumMap<>(LogLoss.class);
    final Path folder;
    private final SampleBatch batch = new SampleBatch(100, 4_000);
    LogFiles files = LogFiles.SYSTEM;
    EpochNanoClock clock = EpochNanoClock.system();
    Duration sync = Duration.ofHours(1);
    Duration maxAge = Duration.ofDays(7);
    long maxBytes = 1 << 30;
    LogIdentity identity = IDENTITY;

    LogFixture(Path folder) {
        this.folder = folder;
    }

    LogSettings settings() {
        return new LogSettings(folder, identity, maxBytes, maxAge, sync);
    }

    SampleLog open() throws IOException {
        SampleLog log = SampleLog.open(settings(), files, FixedGroup::new, clock);
        log.listen((why, samples, behind) -> lost.merge(why, samples, Long::sum));
        return log;
    }

    /** Writes samples with these counts as one unit. */
    void write(SampleLog log, long from, long to) throws IOException {
        log.begin();
        append(log, from, to);
        log.commit();
    }

    void append(SampleLog log, long from, long to) {
        for (long count = from; count < to; ) {
            batch.reset(group, receivedAt(count), count);
            long end = Math.min(to, count + 10);
            for (; count < end; count++) {
                int point = (int) (count % 3);
                if (point == 1) {
                    batch.addText(point, sourceTime(count), status(count), "text " + count);
                } else {
                    batch.add(point, sourceTime(count), status(count), count);
                }
            }
            log.append(batch);
        }
    }

    private static long sourceTime(long count) {
        return 1_000 + count;
    }

    private static long receivedAt(long count) {
        return 5_000 + count / 10;
    }

    private static int status(long count) {
        return count % 7 == 0 ? StatusCode.BAD_TIMEOUT : StatusCode.GOOD;
    }

    /** Reads all there is, without acknowledgement. */
    List<Read> read(SampleLog log) throws IOException, InterruptedException {
        List<Read> all = new ArrayList<>();
        SampleBatch into = new SampleBatch(64, 4_000);
        for (long first = log.fetch(into); first != SampleLog.NOTHING; first = log.fetch(into)) {
            for (int i = log.claim(first, into.size()); i < into.size(); i++) {
                all.add(sample(into, i));
            }
        }
        return all;
    }

    static Read sample(SampleBatch from, int i) {
        long count = from.sourceTimeAt(i) - 1_000;
        boolean value = count % 3 == 1 ? from.textAt(i).equals("text " + count) : from.longAt(i) == count;
        boolean whole = value
                && from.pointAt(i) == count % 3
                && from.statusAt(i) == status(count)
                && from.sequence() + i == count;
        return new Read(count, whole);
    }

    /** Samples that were lost, for whatever reason. */
    long lost() {
        return lost.values().stream().mapToLong(Long::longValue).sum();
    }

    static List<Long> counts(List<Read> samples) {
        return samples.stream().map(Read::count).toList();
    }

    /** The only segment there is. */
    Path segment() throws IOException {
        List<Path> all = Segment.in(folder);
        if (all.size() != 1) {
            throw new AssertionError("segments: " + all);
        }
        return all.get(0);
    }
}
