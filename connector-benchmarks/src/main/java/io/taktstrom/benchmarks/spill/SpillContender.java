package io.taktstrom.benchmarks.spill;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.taktstrom.benchmarks.worker.Doubles;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.stream.FixedGroup;
import io.taktstrom.stream.log.LogIdentity;
import io.taktstrom.stream.log.LogSettings;
import io.taktstrom.stream.log.SampleLog;
import tools.jackson.databind.json.JsonMapper;

/** The buffer on disk beside a plain file: FOLDER ROUNDS. Prints millions of samples a second by round, as JSON. */
final class SpillContender {

    private static final String PLAIN_WRITTEN = "plain file, written and forced";
    private static final int POINTS = 100;
    private static final int UNIT_SAMPLES = 4_096;
    private static final int UNITS = 2_000;
    private static final long SAMPLES = (long) UNITS * UNIT_SAMPLES;

    private final FixedGroup group = Doubles.of(POINTS);

    public static void main(String[] args) throws Exception {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        SpillContender contender = new SpillContender();
        List<Map<String, Double>> rounds = new ArrayList<>();
        // The first round is the warm-up.
        for (int round = 0; round <= Integer.parseInt(args[1]); round++) {
            rounds.add(contender.round(Path.of(args[0]).resolve("round" + round)));
        }
        out.println(JsonMapper.builder().build().writeValueAsString(rounds.subList(1, rounds.size())));
    }

    private Map<String, Double> round(Path folder) throws IOException, InterruptedException {
        Map<String, Double> rates = new LinkedHashMap<>();
        LogSettings settings = new LogSettings(
                folder, new LogIdentity("bench.yaml", "a", "b"), 1L << 34, Duration.ofDays(1), Duration.ofHours(1));
        long bytes;
        try (SampleLog log = SampleLog.open(settings, FixedGroup::new, EpochNanoClock.system())) {
            List<SampleBatch> batches = unit();
            long begin = System.nanoTime();
            write(log, batches);
            log.force();
            rates.put("log, written and forced", millionsASecond(begin));
            bytes = log.bytes();
            begin = System.nanoTime();
            read(log);
            rates.put("log, read back", millionsASecond(begin));
        }
        Path plain = folder.resolve("plain");
        try (FileChannel file = FileChannel.open(
                plain, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            ByteBuffer piece = ByteBuffer.allocateDirect((int) (bytes / UNITS));
            long begin = System.nanoTime();
            for (int unit = 0; unit < UNITS; unit++) {
                piece.clear();
                file.write(piece);
            }
            file.force(false);
            rates.put(PLAIN_WRITTEN, millionsASecond(begin));
            begin = System.nanoTime();
            file.position(0);
            piece.clear();
            while (file.read(piece) > 0) {
                piece.clear();
            }
            rates.put("plain file, read back", millionsASecond(begin));
        }
        delete(folder);
        return rates;
    }

    /** Of one unit; each has the same, so that making samples is not what is measured. */
    private List<SampleBatch> unit() {
        List<SampleBatch> batches = new ArrayList<>();
        long count = 0;
        while (count < UNIT_SAMPLES) {
            SampleBatch batch = new SampleBatch(POINTS, 0);
            batch.reset(group, count, count);
            for (int i = 0; i < POINTS && count < UNIT_SAMPLES; i++) {
                batch.addDouble(i, count, StatusCode.GOOD, count * 0.1);
                count++;
            }
            batches.add(batch);
        }
        return batches;
    }

    private static void write(SampleLog log, List<SampleBatch> batches) throws IOException {
        for (int unit = 0; unit < UNITS; unit++) {
            log.begin();
            for (SampleBatch batch : batches) {
                log.append(batch);
            }
            log.commit();
        }
    }

    private static void read(SampleLog log) throws IOException, InterruptedException {
        SampleBatch batch = new SampleBatch(POINTS, 0);
        for (long first = log.fetch(batch); first != SampleLog.NOTHING; first = log.fetch(batch)) {
            log.claim(first, batch.size());
        }
        if (log.unread() > 0) {
            throw new IOException(log.unread() + " samples were not read back");
        }
    }

    private static double millionsASecond(long begin) {
        return SAMPLES * 1e3 / (System.nanoTime() - begin);
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path path : all.sorted(Collections.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
    }
}
