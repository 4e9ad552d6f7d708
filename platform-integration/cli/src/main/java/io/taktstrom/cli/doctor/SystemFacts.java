package io.taktstrom.cli.doctor;

import java.util.Locale;
import java.util.Set;

/** What can be read off. */
final class SystemFacts {

    /** More than this share of the processors busy makes threads wait for their turn. */
    private static final double BUSY = 0.7;

    private static final Set<String> FAST_CLOCKS =
            Set.of("tsc", "kvm-clock", "arch_sys_counter", "hyperv_clocksource_tsc_page");

    /** Linux gives this to every thread that does not ask for another. */
    private static final long DEFAULT_SLACK_NANOS = 50_000;

    private SystemFacts() {}

    static Finding java(Runtime.Version version) {
        return Finding.good("java", version + ", " + System.getProperty("java.vm.name"));
    }

    static Finding cores(int cores) {
        return cores == 1
                ? Finding.watch(
                        "cores", "1", "a spinning thread would hold up all others: keep polling parked (the default)")
                : Finding.good("cores", String.valueOf(cores));
    }

    static Finding load(Machine machine, int cores) {
        String text = machine.read("proc/loadavg").split(" ", -1)[0];
        double load;
        try {
            load = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Finding.watch(
                    "load", "unknown: there is no /proc/loadavg", "look at it with this system's own tools");
        }
        String found = String.format(Locale.ROOT, "%.2f on %d cores", load, cores);
        return load > BUSY * cores
                ? Finding.watch("load", found, "measure when nothing else runs")
                : Finding.good("load", found);
    }

    static Finding governor(Machine machine) {
        String governor = machine.read("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
        return governor.isEmpty() || governor.equals("performance")
                ? Finding.good("frequency", governor.isEmpty() ? "not this system's to choose" : governor)
                : Finding.watch(
                        "frequency",
                        governor + " lets the processor slow down between cycles",
                        "cpupower frequency-set -g performance");
    }

    static Finding clockSource(Machine machine) {
        String source = machine.read("sys/devices/system/clocksource/clocksource0/current_clocksource");
        return source.isEmpty() || FAST_CLOCKS.contains(source)
                ? Finding.good("clock source", source.isEmpty() ? "unknown" : source)
                : Finding.watch(
                        "clock source",
                        source + " takes microseconds to read",
                        "choose tsc in /sys/devices/system/clocksource/clocksource0/current_clocksource, if it is available");
    }

    static Finding timerSlack(Machine machine) {
        long nanos = machine.number("proc/self/timerslack_ns", 0);
        return nanos < DEFAULT_SLACK_NANOS
                ? Finding.good("timer slack", nanos + " ns")
                : Finding.watch(
                        "timer slack",
                        nanos + " ns: every timer may be that late",
                        "the launcher ./takt takes it away for run, demo, watch and simulate; elsewhere, start Java from a"
                                + " shell after: echo 1 > /proc/self/timerslack_ns");
    }
}
