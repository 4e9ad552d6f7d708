package io.taktstrom.cli.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;

import io.taktstrom.cli.device.SimulatorCommand;

/** Properties of this machine that influence measurements and connections. */
final class MachineChecks {

    /** More than this share of the processors busy makes threads wait. */
    private static final double BUSY = 0.7;

    private static final Set<String> FAST_CLOCKS =
            Set.of("tsc", "kvm-clock", "arch_sys_counter", "hyperv_clocksource_tsc_page");

    /** Linux gives this to every thread that does not ask for another. */
    private static final long DEFAULT_SLACK_NANOS = 50_000;

    /** InfoSys, "ADS ports": ADS over TCP. */
    private static final int ROUTER_PORT = 48_898;

    private MachineChecks() {}

    static Finding java(Runtime.Version version) {
        return Finding.good("java", version + ", " + System.getProperty("java.vm.name"));
    }

    static Finding cores(int cores) {
        return cores == 1
                ? Finding.watch(
                        "cores",
                        "1",
                        "a spinning thread would block all others: keep the idle strategy park (the default)")
                : Finding.good("cores", String.valueOf(cores));
    }

    static Finding load(SystemFiles system, int cores) {
        String text = system.read("proc/loadavg").split(" ", -1)[0];
        double load;
        try {
            load = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Finding.watch("load", "unknown: /proc/loadavg not found", "check it with this system's own tools");
        }
        String found = String.format(Locale.ROOT, "%.2f on %d cores", load, cores);
        return load > BUSY * cores
                ? Finding.watch("load", found, "measure when nothing else runs")
                : Finding.good("load", found);
    }

    static Finding governor(SystemFiles system) {
        String governor = system.read("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
        return governor.isEmpty() || governor.equals("performance")
                ? Finding.good("frequency", governor.isEmpty() ? "not adjustable here" : governor)
                : Finding.watch(
                        "frequency",
                        governor + " lets the processor slow down between cycles",
                        "cpupower frequency-set -g performance");
    }

    static Finding clockSource(SystemFiles system) {
        String source = system.read("sys/devices/system/clocksource/clocksource0/current_clocksource");
        return source.isEmpty() || FAST_CLOCKS.contains(source)
                ? Finding.good("clock source", source.isEmpty() ? "unknown" : source)
                : Finding.watch(
                        "clock source",
                        source + " takes microseconds to read",
                        "choose tsc in /sys/devices/system/clocksource/clocksource0/current_clocksource, if it is available");
    }

    static Finding timerSlack(SystemFiles system) {
        long nanos = system.number("proc/self/timerslack_ns", 0);
        return nanos < DEFAULT_SLACK_NANOS
                ? Finding.good("timer slack", nanos + " ns")
                : Finding.watch(
                        "timer slack",
                        nanos + " ns: every timer may be that late",
                        "the launcher ./takt removes it for run, demo, watch and simulate; elsewhere, start Java from a"
                                + " shell after: echo 1 > /proc/self/timerslack_ns");
    }

    /** Whether the clock follows a time server, without which the times of two devices cannot be compared. */
    static Finding clockSync(SystemFiles system) {
        String remedy = "run chrony or systemd-timesyncd, against the same server as the devices";
        return switch (system.has("run/systemd/timesync/synchronized") ? "yes" : timedatectl()) {
            case "yes" -> Finding.good("clock", "synchronised with a time server");
            case "no" -> Finding.watch("clock", "not synchronised: sourceTime and receivedAt may drift apart", remedy);
            default -> Finding.watch("clock", "this system does not report whether it is synchronised", remedy);
        };
    }

    /** {@code yes}, {@code no}, or something else on a system without systemd. */
    private static String timedatectl() {
        try {
            Process process = new ProcessBuilder("timedatectl", "show", "--property=NTPSynchronized", "--value")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!process.waitFor(2, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                return "";
            }
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
        } catch (IOException e) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    static Finding routerPort() {
        String subject = "port " + ROUTER_PORT;
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), ROUTER_PORT));
            return Finding.good(subject, "free");
        } catch (IOException e) {
            return Finding.watch(
                    subject,
                    "in use: a TwinCAT router or a simulator runs here",
                    "a router on this machine does not share its connections to PLCs: use one of the two, or another"
                            + " machine; a second simulator needs --bind 127.0.0.1:0");
        }
    }

    /** The AmsNetIds under which PLCs know this machine. */
    static List<Finding> routes() {
        try {
            return SimulatorCommand.ownAddresses().stream()
                    .map(InetAddress::getHostAddress)
                    .map(address -> Finding.good(
                            "route",
                            "a PLC that is reached over " + address + " needs an AMS route to " + address
                                    + ".1.1 at that address"))
                    .toList();
        } catch (SocketException e) {
            return List.of(
                    Finding.watch("route", "cannot list network interfaces: " + e.getMessage(), "check the network"));
        }
    }
}
