package io.taktstrom.cli.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class MachineChecksTest {

    @TempDir
    Path root;

    @Test
    void aBusyMachineIsNoPlaceToMeasure() throws IOException {
        file("proc/loadavg", "1.90 1.0 0.5 3/420 12345\n");
        assertThat(MachineChecks.load(machine(), 2).verdict()).isEqualTo(Finding.Verdict.WATCH);
        assertThat(MachineChecks.load(machine(), 8).verdict()).isEqualTo(Finding.Verdict.GOOD);
    }

    @Test
    void anUnknownLoadIsNotTakenForGood() {
        assertThat(MachineChecks.load(machine(), 2).verdict()).isEqualTo(Finding.Verdict.WATCH);
    }

    @Test
    void theDefaultTimerSlackIsNamedWithItsRemedy() throws IOException {
        file("proc/self/timerslack_ns", "50000\n");
        assertThat(MachineChecks.timerSlack(machine()).remedy()).contains("echo 1 > /proc/self/timerslack_ns");
        file("proc/self/timerslack_ns", "1\n");
        assertThat(MachineChecks.timerSlack(machine()).verdict()).isEqualTo(Finding.Verdict.GOOD);
    }

    @Test
    void aSlowClockAndASlowProcessorAreFound() throws IOException {
        file("sys/devices/system/clocksource/clocksource0/current_clocksource", "hpet\n");
        file("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
        assertThat(MachineChecks.clockSource(machine()).verdict()).isEqualTo(Finding.Verdict.WATCH);
        assertThat(MachineChecks.governor(machine()).remedy()).contains("performance");
    }

    @Test
    void aSynchronisedClockIsGood() throws IOException {
        file("run/systemd/timesync/synchronized", "");
        assertThat(MachineChecks.clockSync(machine()).verdict()).isEqualTo(Finding.Verdict.GOOD);
    }

    @Test
    void timersAreJudgedByTheirTail() {
        long[] late = new long[100];
        late[99] = 1_500_000;
        assertThat(TimingChecks.timer(late).verdict()).isEqualTo(Finding.Verdict.WATCH);
        late[99] = 60_000;
        assertThat(TimingChecks.timer(late).verdict()).isEqualTo(Finding.Verdict.GOOD);
        assertThat(TimingChecks.spin(20_000_000).remedy()).contains("idle strategy park");
        assertThat(TimingChecks.steal(new long[] {0, 0}, new long[] {100, 2}).verdict())
                .isEqualTo(Finding.Verdict.WATCH);
    }

    private SystemFiles machine() {
        return new SystemFiles(root);
    }

    private void file(String path, String text) throws IOException {
        Path file = root.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
