package io.taktstrom.cli.deployment;

import java.util.List;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.terminal.Table;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.PointQuery;
import io.taktstrom.model.DataType;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code takt find}. */
@Command(
        name = "find",
        description = "Find points of a deployment file. Talks to no device. The exit code is 1 when nothing matches.",
        footer = {
            "",
            "A term is a pattern over names, or PROPERTY=PATTERN, where a property is name, address, on, scan, type,"
                    + " unit or a label. All terms must match.",
            "",
            "Examples:",
            "  takt find plant.yaml \"press1.**\"",
            "  takt find plant.yaml unit=Cel kind=temperature"
        })
public final class FindCommand extends ShellCommand {

    @Mixin
    private DeploymentFile file = new DeploymentFile();

    @Parameters(index = "1..*", paramLabel = "TERM", description = "What to look for; nothing finds all points.")
    private List<String> terms = List.of();

    public FindCommand(Shell shell) {
        super(shell);
    }

    @Override
    public Integer call() {
        PointQuery query;
        try {
            query = PointQuery.parse(terms);
        } catch (IllegalArgumentException e) {
            throw wrong(String.valueOf(e.getMessage()));
        }
        List<PointConfig> found = query.find(file.loadQuietly(shell));
        if (found.isEmpty()) {
            shell.note("nothing matches " + String.join(" ", terms));
            return ExitCode.FAILED;
        }
        Table table = new Table("POINT", "TYPE", "UNIT", "ON", "SCAN", "ADDRESS");
        for (PointConfig point : found) {
            DataType type = point.point().type();
            table.row(
                    point.name(),
                    type == null ? "" : type.text(),
                    point.point().unit(),
                    point.connection(),
                    point.scan(),
                    point.point().address());
        }
        table.print(out());
        return ExitCode.GOOD;
    }
}
