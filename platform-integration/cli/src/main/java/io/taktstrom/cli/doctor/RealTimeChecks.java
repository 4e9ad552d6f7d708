package io.taktstrom.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.taktstrom.runtime.realtime.RealTime;

/** Which levels of real time this machine has, and what holds them up. */
final class RealTimeChecks {

    private RealTimeChecks() {}

    /** @param missing for each level, what it lacks here; empty where it can be had */
    static List<Finding> levels(SystemFiles system, Map<RealTime, String> missing) {
        List<Finding> findings = new ArrayList<>();
        for (RealTime level : RealTime.values()) {
            String lack = missing.getOrDefault(level, "");
            findings.add(
                    lack.isEmpty()
                            ? Finding.good(level.toString(), "can be had")
                            : new Finding(Finding.Verdict.WATCH, level.toString(), lack, ""));
        }
        findings.add(kernel(system));
        findings.add(isolation(system));
        findings.add(throttling(system));
        return findings;
    }

    private static Finding kernel(SystemFiles system) {
        return system.read("sys/kernel/realtime").equals("1")
                ? Finding.good("kernel", "PREEMPT_RT")
                : Finding.watch(
                        "kernel",
                        "without PREEMPT_RT: interrupts may delay a poll by a millisecond and more",
                        "install a real-time kernel (on Debian: linux-image-rt-amd64)");
    }

    private static Finding isolation(SystemFiles system) {
        String cpus = system.read("sys/devices/system/cpu/isolated");
        return cpus.isEmpty()
                ? Finding.watch(
                        "isolated cores",
                        "none: other processes run on the core of level isolated",
                        "boot with isolcpus=N nohz_full=N on the kernel's command line")
                : Finding.good("isolated cores", cpus);
    }

    /** A thread that never sleeps is stopped for the rest of each period. */
    private static Finding throttling(SystemFiles system) {
        long runtime = system.number("proc/sys/kernel/sched_rt_runtime_us", -1);
        long period = system.number("proc/sys/kernel/sched_rt_period_us", 1_000_000);
        return runtime < 0 || runtime >= period
                ? Finding.good("throttling", "off")
                : Finding.good(
                        "throttling",
                        "real-time threads that never sleep are stopped for " + (period - runtime) / 1000
                                + " ms of each " + period / 1000 + " ms; polls sleep");
    }
}
