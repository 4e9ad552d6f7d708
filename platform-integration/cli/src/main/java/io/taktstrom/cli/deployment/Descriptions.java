package io.taktstrom.cli.deployment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.description.DescriptionExport;
import io.taktstrom.description.DescriptionImport;
import io.taktstrom.description.DeviceInterface;
import io.taktstrom.model.DataType;
import io.taktstrom.text.Problem;

/** What the commands for descriptions of devices share. */
final class Descriptions {

    private Descriptions() {}

    /** Prints a deployment file of interfaces, or refuses all of them. */
    static void print(Path file, List<DeviceInterface> interfaces, List<String> notes, Shell shell) {
        DescriptionImport.Imported imported = new DescriptionImport(
                        file.toString(), scheme -> ImportIvmlCommand.descriptor(shell, scheme))
                .read(interfaces);
        notes.forEach(shell::note);
        imported.notes().forEach(shell::note);
        if (!imported.problems().isEmpty()) {
            throw new InvalidFileException(
                    imported.problems().stream().map(Problem::toString).toList());
        }
        imported.text().lines().forEach(shell.terminal().out()::println);
    }

    /** The interfaces of a deployment file, with notes on what they leave out. */
    static List<DeviceInterface> describe(DeploymentFile file, AskedTypes asked, Shell shell) throws IOException {
        Deployment deployment = file.load(shell);
        Map<String, DataType> types = asked.of(deployment, shell);
        try {
            DescriptionExport.Described described = new DescriptionExport(
                            deployment,
                            scheme -> Objects.requireNonNull(ImportIvmlCommand.descriptor(shell, scheme)),
                            point -> types.get(point.name()))
                    .describe();
            described.notes().forEach(shell::note);
            return described.interfaces();
        } catch (IllegalArgumentException e) {
            throw new InvalidFileException(List.of(String.valueOf(e.getMessage())));
        }
    }
}
