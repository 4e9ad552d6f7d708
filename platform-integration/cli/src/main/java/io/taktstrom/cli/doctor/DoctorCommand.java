package io.taktstrom.cli.doctor;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.taktstrom.cli.device.DeviceUri;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.terminal.Listing;
import io.taktstrom.cli.terminal.Progress;
import io.taktstrom.model.DeviceInfo;
import io.taktstrom.model.Endpoint;
import io.taktstrom.runtime.realtime.RealTime;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code takt doctor}. */
@Command(
        name = "doctor",
        description = {
            "Check this machine for what would disturb a measurement or a connection, and name the remedy.",
            "",
            "With the URI of a device it connects to it, too; the exit code is 1 when that does not work. With the word realtime it"
                    + " shows which levels of 'takt run --realtime' can be had."
        },
        footer = {"", "Examples:", "  takt doctor", "  takt doctor realtime", "  takt doctor ads://10.0.0.5/5.1.2.3.1.1"
        })
public final class DoctorCommand extends ShellCommand implements Callable<Integer> {

    private static final String REAL_TIME = "realtime";

    @Parameters(index = "0", arity = "0..1", paramLabel = "URI|realtime", description = "A device to connect to.")
    private @Nullable String uri;

    @Override
    public Integer call() {
        if (REAL_TIME.equals(uri)) {
            return print(RealTimeChecks.levels(new SystemFiles(Path.of("/")), RealTime.reachable()));
        }
        Endpoint endpoint = uri == null ? null : DeviceUri.of(uri).endpoint(shell);
        List<Finding> findings = new ArrayList<>();
        try (Progress progress = new Progress(shell.terminal())) {
            progress.show("Measuring for a second");
            findings.addAll(checkMachine());
            if (endpoint == null || endpoint.scheme().equals("ads")) {
                findings.add(MachineChecks.routerPort());
                findings.addAll(MachineChecks.routes());
            }
            if (endpoint != null) {
                findings.add(checkDevice(endpoint));
            }
        }
        return print(findings);
    }

    private int print(List<Finding> findings) {
        Listing table = Listing.withoutHeader(3);
        for (Finding finding : findings) {
            table.row(finding.verdict().mark(), finding.subject(), finding.text());
            if (!finding.remedy().isEmpty()) {
                table.row("", "", "-> " + finding.remedy());
            }
        }
        table.print(out());
        return ExitCode.of(findings.stream().noneMatch(finding -> finding.verdict() == Finding.Verdict.BAD));
    }

    private static List<Finding> checkMachine() {
        SystemFiles system = new SystemFiles(Path.of("/"));
        int cores = Runtime.getRuntime().availableProcessors();
        List<Finding> findings = new ArrayList<>(List.of(
                MachineChecks.java(Runtime.version()),
                MachineChecks.cores(cores),
                MachineChecks.load(system, cores),
                MachineChecks.governor(system),
                MachineChecks.clockSource(system),
                MachineChecks.clockSync(system),
                MachineChecks.timerSlack(system)));
        findings.addAll(TimingChecks.measure(system));
        return findings;
    }

    private Finding checkDevice(Endpoint endpoint) {
        long start = System.nanoTime();
        try (Connection connection = shell.connect(endpoint)) {
            long connected = System.nanoTime();
            String description = description(connection.device());
            return Finding.good(
                    "device",
                    String.format(
                            Locale.ROOT,
                            "%sconnected in %.0f ms, answered in %.1f ms",
                            description.isEmpty() ? "" : description + "; ",
                            (connected - start) / 1e6,
                            (System.nanoTime() - connected) / 1e6));
        } catch (ConnectorException e) {
            return new Finding(Finding.Verdict.BAD, "device", String.valueOf(e.getMessage()), "");
        }
    }

    /** Many devices leave out their version, or all of it. */
    static String description(DeviceInfo info) {
        String name = (info.name() + " " + info.version()).strip();
        return Stream.of(name, info.state().strip())
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(", "));
    }
}
