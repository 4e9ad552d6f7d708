package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.ads.simulator.model.AdsModel;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.runtime.realtime.RealTime;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Levels of real time, as the system itself shows them; where this user has no right to them, what is said then. */
class RealTimeIT {

    /** Fields of /proc/PID/task/TID/stat behind the thread's name: man 5 proc. */
    private static final int POLICY = 38;

    private static final int RT_PRIORITY = 37;

    @TempDir
    private Path folder = Path.of("");

    private static @Nullable Path poller(long pid) throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
            for (Path thread : threads.toList()) {
                if (Files.readString(thread.resolve("comm")).startsWith("takt-poller-")) {
                    return thread;
                }
            }
        }
        return null;
    }

    @Test
    void aLevelIsHadAsItIsNamedOrRefusedWithWhatIsMissing() throws Exception {
        for (RealTime level : List.of(RealTime.PRIORITY, RealTime.ISOLATED)) {
            String missing = RealTime.reachable().getOrDefault(level, "");
            try (AdsSimulator plc =
                    AdsSimulator.builder().model(AdsModel.demo()).start()) {
                Path plant = DeploymentText.write(folder, plc, """
                        points:
                          - {id: force, on: plc, address: Press.fForce, scan: poll}
                        """ + DeploymentText.ALL_TO_LINES);
                try (TaktProcess takt = TaktProcess.start(
                        folder, "run", plant.toString(), "--realtime", level.toString(), "--seconds", "20")) {
                    if (missing.isEmpty()) {
                        assertScheduled(takt.pid(), level);
                        takt.signal("TERM");
                        assertThat(takt.code()).as(takt.err()).isEqualTo(ExitCode.GOOD);
                    } else {
                        assertThat(takt.code()).isEqualTo(ExitCode.WRONG_USE);
                        assertThat(takt.err()).contains("--realtime " + level + ": " + missing);
                    }
                }
            }
        }
    }

    private static void assertScheduled(long pid, RealTime level) throws Exception {
        Path thread = poller(pid);
        for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(15); thread == null; thread = poller(pid)) {
            assertThat(System.nanoTime()).isLessThan(end);
            Thread.sleep(20);
        }
        List<String> fields = fields(thread);
        for (long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
                !fields.get(POLICY).equals("1") && System.nanoTime() < end;
                fields = fields(thread)) {
            Thread.sleep(20);
        }
        assertThat(fields.get(POLICY)).as("SCHED_FIFO").isEqualTo("1");
        assertThat(fields.get(RT_PRIORITY)).isEqualTo("49");
        assertThat(Files.readString(Path.of("/proc/" + pid + "/status"))).containsPattern("VmLck:\\s+[1-9]");
        String cpus = allowed(thread);
        assertThat(cpus.matches("\\d+")).as(cpus).isEqualTo(level == RealTime.ISOLATED);
        if (level == RealTime.ISOLATED) {
            assertThat(allowed(Path.of("/proc/" + pid))).isNotEqualTo(cpus);
        }
    }

    private static List<String> fields(Path thread) throws IOException {
        String stat = Files.readString(thread.resolve("stat"));
        return List.of(stat.substring(stat.lastIndexOf(')') + 2).strip().split(" "));
    }

    private static String allowed(Path of) throws IOException {
        return Files.readAllLines(of.resolve("status")).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .findFirst()
                .orElse("")
                .replace("Cpus_allowed_list:", "")
                .strip();
    }

    @Test
    void anUnknownLevelIsRefusedWithThoseThatThereAre() throws Exception {
        try (TaktProcess takt = TaktProcess.start(folder, "run", "plant.yaml", "--realtime", "hard")) {
            assertThat(takt.code()).isEqualTo(ExitCode.WRONG_USE);
            assertThat(takt.err()).contains("--realtime", "PRIORITY", "hard");
        }
    }
}
