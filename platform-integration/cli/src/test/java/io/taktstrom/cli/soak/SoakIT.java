package io.taktstrom.cli.soak;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;

import io.taktstrom.cli.plant.TaktRun;
import io.taktstrom.testkit.peer.ServerProcess;
import io.taktstrom.testkit.report.Machine;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A whole plant with a fault each minute: two minutes here, hours with {@code ./takt soak}. {@code takt.soak.minutes} and
 * {@code takt.soak.seed} say how long, and which faults.
 */
class SoakIT {

    private static final int MINUTES = Integer.getInteger("takt.soak.minutes", 2);
    private static final long SEED = Long.getLong("takt.soak.seed", 1);
    private static final Path FOLDER = Path.of("target", "soak").toAbsolutePath();
    private static final long MINUTE_MILLIS = 60_000;
    private static final long BETWEEN_FOOTPRINTS_MILLIS = 5_000;

    private final SoakReport report = new SoakReport();
    private final long begun = System.nanoTime();
    private volatile boolean over;

    private double minute() {
        return (System.nanoTime() - begun) / 60e9;
    }

    @Test
    void everyPromiseIsKeptAndNothingGrows() throws Exception {
        ServerProcess.delete(Files.createDirectories(FOLDER));
        Files.createDirectories(FOLDER);
        Map<String, Object> before = Machine.describe();
        try (SoakPlant plant = new SoakPlant(FOLDER, SEED, report::wrong)) {
            Thread watch = new Thread(() -> watch(plant), "footprints");
            watch.setDaemon(true);
            watch.start();
            try {
                play(plant);
            } catch (Exception | AssertionError e) {
                report.wrong("it ended early: " + e);
            } finally {
                over = true;
                watch.join();
                String head = "%d minutes, seed %d. %s. %s"
                        .formatted(
                                Math.round(minute()),
                                SEED,
                                Machine.inWords(before, Machine.describe()),
                                plant.skipped());
                System.out.println(report.write(FOLDER, head, plant.checks()));
            }
        }
        assertThat(report.wrong()).as("see target/soak/report.md").isEmpty();
    }

    private void play(SoakPlant plant) throws Exception {
        SplittableRandom random = new SplittableRandom(SEED);
        plant.settle();
        Set<String> formerly = Set.of();
        int minutes = 0;
        for (SoakFault fault : SoakPlan.of(MINUTES, SEED)) {
            minutes++;
            double at = minute();
            System.out.printf("soak: minute %.1f, %s%n", at, fault.name());
            fault.course().play(plant, random);
            plant.settle();
            double settled = minute();
            Map<String, Long> repeated = repeated(plant);
            plant.check();
            // What was sent twice at the end of a minute may be counted in the next one.
            Set<String> may = new HashSet<>(formerly);
            may.addAll(fault.mayRepeat());
            formerly = fault.mayRepeat();
            report.minute(at, fault.name(), (settled - at) * 60, repeats(repeated, repeated(plant), may));
            report.footprint(Footprint.of(plant.takt(), minute(), plant.runs().last(), true));
            Thread.sleep(Math.max(0, (long) ((minutes - minute()) * MINUTE_MILLIS)));
        }
        plant.end();
    }

    private static Map<String, Long> repeated(SoakPlant plant) {
        Map<String, Long> all = new LinkedHashMap<>();
        plant.checks()
                .receivers()
                .forEach(receiver -> all.put(receiver, plant.checks().repeated(receiver)));
        return all;
    }

    private String repeats(Map<String, Long> before, Map<String, Long> now, Set<String> may) {
        List<String> texts = new ArrayList<>();
        now.forEach((receiver, all) -> {
            long more = all - before.getOrDefault(receiver, 0L);
            if (more > 0) {
                texts.add(receiver + " " + more);
            }
            if (more > 0 && (!may.contains(receiver) || receiver.equals(SoakPlant.POSTGRES))) {
                report.wrong("minute %.1f: %s got %d samples twice".formatted(minute(), receiver, more));
            }
        });
        return String.join(", ", texts);
    }

    private void watch(SoakPlant plant) {
        while (!over) {
            try {
                Thread.sleep(BETWEEN_FOOTPRINTS_MILLIS);
                TaktRun takt = plant.takt();
                if (takt.isReady()) {
                    report.footprint(Footprint.of(takt, minute(), plant.runs().last(), false));
                }
            } catch (IOException e) {
                System.out.println("soak: not measured, as the process ends or begins: " + e.getMessage());
            } catch (InterruptedException e) {
                return;
            }
        }
    }
}
