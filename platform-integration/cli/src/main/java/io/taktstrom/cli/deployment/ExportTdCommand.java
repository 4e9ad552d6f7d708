package io.taktstrom.cli.deployment;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.description.DeviceInterface;
import io.taktstrom.description.td.ThingWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code takt export td}. */
@Command(
        name = "td",
        description = {
            "Print the connections of a deployment file as a Thing Description of the Web of Things.",
            "",
            "OPC UA and Modbus are written as their published bindings say, ADS and S7 in vocabularies of our own. Secrets are"
                    + " left out. --ask asks the devices for types that the file does not state."
        },
        footer = {"", "Example:", "  takt export td plant.yaml > plant.td.json"})
final class ExportTdCommand extends ShellCommand implements Callable<Integer> {

    @Mixin
    private DeploymentFile file = new DeploymentFile();

    @Option(
            names = "--title",
            paramLabel = "TITLE",
            description = "Title of the thing (default: name of the first connection).")
    private @Nullable String title;

    @Mixin
    private AskedTypes asked = new AskedTypes();

    @Override
    public Integer call() throws IOException {
        List<DeviceInterface> interfaces = Descriptions.describe(file, asked, shell);
        String name = title != null ? title : interfaces.get(0).name();
        ThingWriter.write(name, interfaces).lines().forEach(out()::println);
        return ExitCode.GOOD;
    }
}
