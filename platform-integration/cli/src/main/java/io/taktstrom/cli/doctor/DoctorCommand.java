package io.taktstrom.cli.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.taktstrom.cli.device.Device;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.terminal.Progress;
import io.taktstrom.cli.terminal.Table;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectorProvider;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code takt doctor}. */
@Command(
        name = "doctor",
        description = {
            "Look for what would spoil a measurement or a connection on this machine, and say the remedy.",
            "",
            "With the URI of a device it connects to it, too; the exit code is 1 when that does not work."
        },
        footer = {"", "Examples:", "  takt doctor", "  takt doctor ads://10.0.0.5/5.1.2.3.1.1"})
public final class DoctorCommand extends ShellCommand {

    private static final Map<Finding.Verdict, String> MARKS = Map.of(
            Finding.Verdict.GOOD, "ok",
            Finding.Verdict.WATCH, "watch",
            Finding.Verdict.BAD, "BAD");

    @Parameters(index = "0", arity = "0..1", paramLabel = "URI", description = "A device to connect to.")
    private @Nullable String uri;

    public DoctorCommand(Shell shell) {
        super(shell);
    }

    @Override
    public Integer call() {
        Device device = uri == null ? null : Device.named(uri, spec);
        ConnectorProvider provider = device == null ? null : device.provider(shell);
        Endpoint endpoint = device == null ? null : device.endpoint(shell);
        List<Finding> findings = new ArrayList<>();
        try (Progress progress = new Progress(shell.terminal())) {
            progress.show("Measuring for a second");
            findings.addAll(Checkup.ofMachine());
            if (provider == null || provider.descriptor().scheme().equals("ads")) {
                findings.addAll(Checkup.ofAds());
            }
            if (provider != null && endpoint != null) {
                findings.add(Checkup.ofDevice(provider, endpoint));
            }
        }
        Table table = Table.withoutHeader(3);
        boolean bad = false;
        for (Finding finding : findings) {
            table.row(MARKS.getOrDefault(finding.verdict(), ""), finding.subject(), finding.text());
            if (!finding.remedy().isEmpty()) {
                table.row("", "", "-> " + finding.remedy());
            }
            bad |= finding.verdict() == Finding.Verdict.BAD;
        }
        table.print(out());
        return bad ? ExitCode.FAILED : ExitCode.GOOD;
    }
}
