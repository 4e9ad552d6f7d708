package io.taktstrom.cli.doctor;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import io.taktstrom.model.DeviceInfo;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.spi.Providers;

/** Everything there is to look at. */
public final class Checkup {

    private Checkup() {}

    /** This machine. Takes about a second. */
    public static List<Finding> ofMachine() {
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
        findings.add(Network.routerPort());
        findings.addAll(Network.routes());
        return findings;
    }

    /** A device: whether it can be reached, and what it says of itself. */
    public static Finding ofDevice(String uri, Providers providers) {
        long start = System.nanoTime();
        try (Connection connection = open(uri, providers)) {
            long connected = System.nanoTime();
            DeviceInfo info = connection.device();
            return Finding.good(
                    "device",
                    String.format(
                            Locale.ROOT,
                            "%s %s, %s; connected in %.0f ms, answered in %.1f ms",
                            info.name(),
                            info.version(),
                            info.state(),
                            (connected - start) / 1e6,
                            (System.nanoTime() - connected) / 1e6));
        } catch (ConnectorException | IllegalArgumentException e) {
            return new Finding(Finding.Verdict.BAD, "device", String.valueOf(e.getMessage()), "");
        }
    }

    private static Connection open(String uri, Providers providers) throws ConnectorException {
        int colon = uri.indexOf("://");
        ConnectorProvider provider = providers.connector(colon < 0 ? uri : uri.substring(0, colon));
        return provider.connect(provider.descriptor().parseSeen(uri), ConnectContext.standard());
    }
}
