package io.taktstrom.benchmarks.spill;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.taktstrom.benchmarks.Experiment;
import io.taktstrom.benchmarks.program.Programs;

/** An outage of an hour, compressed: as many samples, as much disk, and how long it takes until all have arrived. */
public final class OutageExperiment implements Experiment {

    private static final long RATE = 20_000;
    private static final long HOUR_SECONDS = 3_600;
    private static final long QUICK_SECONDS = 100;
    private static final double MIB = 1 << 20;

    @Override
    public String name() {
        return "outage";
    }

    @Override
    public String title() {
        return "a receiver that is away for an hour at 20,000 samples a second, compressed";
    }

    /** Words behind {@code outage}: each memory is two, of the process and of the heap in use. */
    private enum Word {
        SAMPLES(1),
        BEFORE(2),
        AT_A_QUARTER(4),
        AT_HALF(6),
        AT_THREE_QUARTERS(8),
        AT_THE_END(10),
        WRITE_NANOS(12),
        DISK(13),
        FIRST_NANOS(14),
        HALF_BACK(15),
        BACK_NANOS(17),
        AFTER(18),
        DROPPED(20);

        private final int place;

        Word(int place) {
            this.place = place;
        }

        long of(String[] words) {
            return Long.parseLong(words[place]);
        }

        /** In MiB: the process, and the heap in use. */
        String memory(String[] words) {
            return String.format(
                    Locale.ROOT,
                    "%.0f / %.0f",
                    Long.parseLong(words[place]) / MIB,
                    Long.parseLong(words[place + 1]) / MIB);
        }
    }

    @Override
    public Map<String, Object> run(Effort effort, PrintStream progress) throws IOException {
        long seconds = effort.rounds() >= Effort.FULL.rounds() ? HOUR_SECONDS : QUICK_SECONDS;
        Path folder = Files.createTempDirectory("takt-bench-outage");
        try {
            String line = Programs.lastLine(
                    "outage ", Programs.java(OutageContender.class, folder.toString(), String.valueOf(seconds * RATE)));
            progress.println("  " + line);
            if (Word.DROPPED.of(line.split(" ", -1)) != 0) {
                throw new IOException("samples were dropped: " + line);
            }
            Map<String, Object> figures = new LinkedHashMap<>();
            figures.put(seconds + " s", line);
            return figures;
        } finally {
            SpillExperiment.delete(folder);
        }
    }

    @Override
    public List<String> table(Map<String, Object> figures) {
        Map.Entry<String, Object> only = figures.entrySet().iterator().next();
        String[] words = only.getValue().toString().split(" ", -1);
        double samples = Word.SAMPLES.of(words);
        return List.of(
                "| outage of " + only.getKey() + " at 20,000 samples/s | |",
                "|---|---:|",
                row("samples, all checked, in order, none lost", "%,.0f", samples),
                row("written to disk, million samples/s", "%.2f", samples * 1e3 / Word.WRITE_NANOS.of(words)),
                row("bytes on disk for each sample", "%.1f", Word.DISK.of(words) / samples),
                row("s from the receiver's return to the first sample", "%.2f", Word.FIRST_NANOS.of(words) / 1e9),
                row("s from the receiver's return until all have arrived", "%.1f", Word.BACK_NANOS.of(words) / 1e9),
                row("times as fast as they came", "%,.0f", samples / RATE * 1e9 / Word.BACK_NANOS.of(words)),
                "| MiB of the process / of the heap in use: before | " + Word.BEFORE.memory(words) + " |",
                "| ... after a quarter, half, three quarters of the outage | " + Word.AT_A_QUARTER.memory(words) + ", "
                        + Word.AT_HALF.memory(words) + ", " + Word.AT_THREE_QUARTERS.memory(words) + " |",
                "| ... at its end, half-way back, at the end | " + Word.AT_THE_END.memory(words) + ", "
                        + Word.HALF_BACK.memory(words) + ", " + Word.AFTER.memory(words) + " |");
    }

    private static String row(String what, String format, double figure) {
        return "| " + what + " | " + String.format(Locale.ROOT, format, figure) + " |";
    }
}
