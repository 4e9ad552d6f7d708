package io.taktstrom.cli.deployment;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.description.DeviceInterface;
import io.taktstrom.description.td.ThingReader;
import io.taktstrom.text.TextFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code takt import td}. */
@Command(
        name = "td",
        description = {
            "Print a deployment file for the device in a Thing Description of the Web of Things.",
            "",
            "Reads properties over OPC UA, Modbus, ADS and S7; those over other protocols are left out. A property is writable"
                    + " where the description says so."
        },
        footer = {"", "Example:", "  takt import td press.td.json > plant.yaml"})
public final class ImportTdCommand extends ShellCommand implements Callable<Integer> {

    private static final long MAX_BYTES = 16L << 20;

    @Parameters(paramLabel = "FILE", description = "A Thing Description 1.1 in JSON.")
    private Path file = Path.of("");

    @Override
    public Integer call() {
        ThingReader reader = new ThingReader();
        DeviceInterface thing;
        try {
            thing = reader.read(TextFile.read(file, MAX_BYTES));
        } catch (TextFile.UnreadableException e) {
            throw new InvalidFileException(List.of(file + ": " + e.getMessage() + "; " + e.hint()));
        } catch (IllegalArgumentException e) {
            throw new InvalidFileException(List.of(file + ": " + e.getMessage()));
        }
        Descriptions.print(file, List.of(thing), reader.notes(), shell);
        return ExitCode.GOOD;
    }
}
