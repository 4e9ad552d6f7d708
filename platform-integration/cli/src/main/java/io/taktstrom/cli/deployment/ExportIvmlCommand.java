package io.taktstrom.cli.deployment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.deployment.Deployment;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.model.DataType;
import io.taktstrom.oktoflow.PointAddresses;
import io.taktstrom.oktoflow.ivml.IvmlExport;
import io.taktstrom.oktoflow.ivml.IvmlPart;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code takt export ivml}. */
@Command(
        name = "ivml",
        description = {
            "Print the connectors of a deployment file as a model of oktoflow: records, connectors, sources of a service mesh.",
            "",
            "Each connector needs a resource of the application with the addresses of its fields, CONNECTOR.points: --out writes"
                    + " them too, and what the platform's own model needs once: the compounds of the connectors with a slot for each"
                    + " option (ConnectorsPartTaktstrom.ivml and .text), and the part of its template JavaConnector that passes the"
                    + " slots on (JavaConnector.vtl.part). A field has a type; --ask asks the devices for those that the file does"
                    + " not state."
        },
        footer = {"", "Example:", "  takt export ivml plant.yaml --ask --out model"})
final class ExportIvmlCommand extends ShellCommand implements Callable<Integer> {

    @Mixin
    private DeploymentFile file = new DeploymentFile();

    @Option(names = "--project", paramLabel = "NAME", description = "Name of the model (default: that of the file).")
    private @Nullable String project;

    @Option(
            names = "--out",
            paramLabel = "FOLDER",
            description =
                    "Write the model and the points of each connector into this folder, instead of printing the model.")
    private @Nullable Path folder;

    @Mixin
    private AskedTypes asked = new AskedTypes();

    @Override
    public Integer call() throws IOException {
        Deployment deployment = file.load(shell);
        Map<String, DataType> types = asked.of(deployment, shell);
        String name = project != null
                ? project
                : String.valueOf(file.path().getFileName()).replaceFirst("\\.[^.]*$", "");
        IvmlExport.Written written;
        try {
            IvmlExport export = new IvmlExport(
                    deployment,
                    scheme -> Objects.requireNonNull(ImportIvmlCommand.descriptor(shell, scheme)),
                    point -> types.get(point.name()));
            written = export.write(name);
        } catch (IllegalArgumentException e) {
            throw new InvalidFileException(
                    String.valueOf(e.getMessage()).lines().toList());
        }
        write(name, written);
        written.notes().forEach(shell::note);
        return ExitCode.GOOD;
    }

    private void write(String name, IvmlExport.Written written) throws IOException {
        if (folder == null) {
            written.text().lines().forEach(out()::println);
            return;
        }
        Files.createDirectories(folder);
        Files.writeString(folder.resolve(name + ".ivml"), written.text());
        for (Map.Entry<String, String> part : IvmlPart.files(scheme -> ImportIvmlCommand.descriptor(shell, scheme))
                .entrySet()) {
            Files.writeString(folder.resolve(part.getKey()), part.getValue());
        }
        for (Map.Entry<String, PointAddresses> points : written.pointFiles().entrySet()) {
            Files.writeString(folder.resolve(points.getKey()), points.getValue().text());
        }
        shell.note(folder + ": " + name + ".ivml, "
                + Counted.of(written.pointFiles().size(), "file") + " with points, and " + IvmlPart.PROJECT
                + " for the platform's own model");
    }
}
