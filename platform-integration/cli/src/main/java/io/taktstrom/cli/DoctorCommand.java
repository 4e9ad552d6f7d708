package io.taktstrom.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import io.taktstrom.cli.doctor.Checkup;
import io.taktstrom.cli.doctor.Finding;
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
final class DoctorCommand implements Callable<Integer> {

    private static final Map<Finding.Verdict, String> MARKS = Map.of(
            Finding.Verdict.GOOD, "ok",
            Finding.Verdict.WATCH, "watch",
            Finding.Verdict.BAD, "BAD");

    private final Shell shell;

    @Parameters(index = "0", arity = "0..1", paramLabel = "URI", description = "A device to connect to.")
    private @Nullable String uri;

    DoctorCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() {
        List<Finding> findings = new ArrayList<>();
        try (Progress progress = new Progress(shell.terminal())) {
            progress.show("Measuring for a second");
            findings.addAll(Checkup.ofMachine());
            if (uri != null) {
                findings.add(Checkup.ofDevice(uri, shell.providers()));
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
        table.print(shell.terminal().out());
        return bad ? Takt.FAILED : Takt.GOOD;
    }
}
