package io.taktstrom.cli.doctor;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.taktstrom.model.DeviceInfo;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;

/** Everything there is to look at. */
final class Checkup {

    private Checkup() {}

    /** This machine. Takes about a second. */
    static List<Finding> ofMachine() {
        Machine machine = new Machine(Path.of("/"));
        List<Finding> findings = new ArrayList<>();
        findings.add(SystemFacts.java(Runtime.version()));
        findings.add(SystemFacts.cores(Runtime.getRuntime().availableProcessors()));
        findings.add(SystemFacts.load(machine, Runtime.getRuntime().availableProcessors()));
        findings.add(SystemFacts.governor(machine));
        findings.add(SystemFacts.clockSource(machine));
        findings.add(ClockSync.check(machine));
        findings.add(SystemFacts.timerSlack(machine));
        findings.addAll(Timing.measure(machine));
        return findings;
    }

    /** What ADS alone needs of this machine. */
    static List<Finding> ofAds() {
        List<Finding> findings = new ArrayList<>();
        findings.add(Network.routerPort());
        findings.addAll(Network.routes());
        return findings;
    }

    /** A device: whether it can be reached, and what it says of itself. */
    static Finding ofDevice(ConnectorProvider provider, Endpoint endpoint) {
        long start = System.nanoTime();
        try (Connection connection = provider.connect(endpoint, ConnectContext.standard())) {
            long connected = System.nanoTime();
            String says = said(connection.device());
            return Finding.good(
                    "device",
                    String.format(
                            Locale.ROOT,
                            "%sconnected in %.0f ms, answered in %.1f ms",
                            says.isEmpty() ? "" : says + "; ",
                            (connected - start) / 1e6,
                            (System.nanoTime() - connected) / 1e6));
        } catch (ConnectorException e) {
            return new Finding(Finding.Verdict.BAD, "device", String.valueOf(e.getMessage()), "");
        }
    }

    /** Devices say what they like; many leave out their version, or all. */
    static String said(DeviceInfo info) {
        String name = (info.name() + " " + info.version()).strip();
        return Stream.of(name, info.state().strip())
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
    }
}
