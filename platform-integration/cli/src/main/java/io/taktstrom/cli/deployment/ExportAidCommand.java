package io.taktstrom.cli.deployment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.description.DeviceInterface;
import io.taktstrom.description.aid.AidWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code takt export aid}. */
@Command(
        name = "aid",
        description = {
            "Print the connections of a deployment file as an Asset Administration Shell with an Asset Interfaces Description"
                    + " (IDTA 02017-1-1) and its mapping (IDTA 02027-2-0).",
            "",
            "OPC UA and Modbus are written as their templates say, ADS and S7 in vocabularies of our own. Secrets are left out."
                    + " --ask asks the devices for types that the file does not state."
        },
        footer = {"", "Example:", "  takt export aid plant.yaml --out plant.aasx"})
final class ExportAidCommand extends ShellCommand implements Callable<Integer> {

    @Mixin
    private DeploymentFile file = new DeploymentFile();

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "Name of the asset (default: name of the first connection).")
    private @Nullable String name;

    @Option(names = "--out", paramLabel = "FILE", description = "Write an AASX, instead of printing JSON.")
    private @Nullable Path aasx;

    @Mixin
    private AskedTypes asked = new AskedTypes();

    @Override
    public Integer call() throws IOException {
        List<DeviceInterface> interfaces = Descriptions.describe(file, asked, shell);
        String asset = name != null ? name : interfaces.get(0).name();
        if (aasx == null) {
            AidWriter.write(asset, interfaces).lines().forEach(out()::println);
        } else {
            Files.write(aasx, AidWriter.writePackage(asset, interfaces));
            shell.note(aasx + ": written");
        }
        return ExitCode.GOOD;
    }
}
