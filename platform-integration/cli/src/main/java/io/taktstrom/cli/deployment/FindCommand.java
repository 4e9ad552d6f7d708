package io.taktstrom.cli.deployment;

import java.util.List;
import java.util.concurrent.Callable;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.shell.UsageException;
import io.taktstrom.cli.terminal.Listing;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.PointQuery;
import io.taktstrom.model.DataPoint;
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
public final class FindCommand extends ShellCommand implements Callable<Integer> {

    @Mixin
    private DeploymentFile file = new DeploymentFile();

    @Parameters(index = "1..*", paramLabel = "TERM", description = "What to look for; without terms all points.")
    private List<String> terms = List.of();

    @Override
    public Integer call() {
        PointQuery query = UsageException.check(() -> PointQuery.parse(terms));
        List<PointConfig> found = query.find(file.load(shell));
        if (found.isEmpty()) {
            shell.note("nothing matches " + String.join(" ", terms));
            return ExitCode.FAILED;
        }
        Listing table = new Listing("point", "type", "unit", "on", "scan", "address");
        for (PointConfig config : found) {
            DataPoint point = config.point();
            table.row(
                    config.name(),
                    point.type() == null ? "" : point.type().text(),
                    point.unit(),
                    config.connection(),
                    config.scan(),
                    point.address());
        }
        table.print(out());
        return ExitCode.GOOD;
    }
}
