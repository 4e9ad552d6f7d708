package io.taktstrom.cli.deployment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.description.DeviceInterface;
import io.taktstrom.description.aid.AidReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code takt import aid}. */
@Command(
        name = "aid",
        description = {
            "Print a deployment file for the interfaces in an Asset Interfaces Description of an Asset Administration Shell.",
            "",
            "Reads interfaces over OPC UA, Modbus, ADS and S7; those over other protocols are left out. An Asset Interfaces"
                    + " Mapping Configuration beside it says how often properties are read."
        },
        footer = {"", "Example:", "  takt import aid press.aasx > plant.yaml"})
public final class ImportAidCommand extends ShellCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", description = "An AASX, or a shell or a submodel in JSON or XML.")
    private Path file = Path.of("");

    @Override
    public Integer call() throws IOException {
        AidReader reader = new AidReader();
        List<DeviceInterface> interfaces;
        try {
            interfaces = reader.read(file);
        } catch (IllegalArgumentException e) {
            throw new InvalidFileException(List.of(file + ": " + e.getMessage()));
        }
        Descriptions.print(file, interfaces, reader.notes(), shell);
        return ExitCode.GOOD;
    }
}
