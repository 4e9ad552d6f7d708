package io.taktstrom.cli.tags;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import io.taktstrom.cli.deployment.PointLines;
import io.taktstrom.cli.deployment.PointOptions;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.shell.UsageException;
import io.taktstrom.deployment.PointNames;
import io.taktstrom.descriptor.Closest;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.spi.ConnectorProvider;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code takt import csv}. */
@Command(
        name = "csv",
        description = {
            "Print the points of a deployment file for the tags that Kepware (CSV) or Ignition (JSON) have exported.",
            "",
            "Taken over are names, addresses, types, linear scaling, descriptions, and units that have a UCUM code. Points are"
                    + " read-only, whatever the export says. Tags that cannot be points, or whose address the connector does not"
                    + " take, are left out and named."
        },
        footer = {
            "",
            "Examples:",
            "  takt import csv press1.csv --protocol s7 --on press1 --into plant.yaml",
            "  takt import csv tags.json --protocol opc.tcp --device Line4 --on line4"
        })
public final class ImportCsvCommand extends ShellCommand implements Callable<Integer> {

    private static final int SHOWN = 20;

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Exports of tags.")
    private List<Path> files = List.of();

    @Option(
            names = "--protocol",
            required = true,
            paramLabel = "SCHEME",
            description = "How we read the device: ads, s7, opc.tcp, modbus, or one of a plug-in.")
    private String protocol = "";

    @Option(
            names = "--device",
            paramLabel = "NAME",
            description = "Ignition's device or OPC server, if the export has several.")
    private @Nullable String device;

    @Mixin
    private PointOptions pointOptions = new PointOptions("device");

    @Override
    public Integer call() throws IOException {
        TagPoints points = new TagPoints(provider());
        TagReader reader = new TagReader();
        files.forEach(reader::read);
        List<ExportedTag> tags = ofOneDevice(reader.tags());
        PointNames names = new PointNames(pointOptions.connection());
        tags.forEach(tag -> names.expect(tag.name()));
        PointLines lines = new PointLines(pointOptions);
        for (ExportedTag tag : tags) {
            points.of(tag)
                    .ifPresent(point -> lines.add(
                            names.of(tag.name(), tag.address()), point.address(), point.keys(), tag.comment()));
        }
        reader.leftOut().forEach((why, count) -> shell.note("left out: " + Counted.of(count, "tag") + ": " + why));
        points.refused().stream().limit(SHOWN).forEach(each -> shell.note("left out: " + each));
        if (points.refused().size() > SHOWN) {
            shell.note(
                    "left out: " + (points.refused().size() - SHOWN) + " more whose addresses are not of " + protocol);
        }
        lines.finish(shell);
        return ExitCode.of(lines.count() > 0);
    }

    private ConnectorProvider provider() {
        List<String> known = shell.providers().connectors().stream()
                .map(each -> each.descriptor().scheme())
                .toList();
        if (!known.contains(protocol)) {
            throw new UsageException(
                    "--protocol: unknown protocol '" + protocol + "'; " + Closest.hint(protocol, known));
        }
        return shell.providers().connector(protocol);
    }

    private List<ExportedTag> ofOneDevice(List<ExportedTag> all) {
        Map<String, Long> devices =
                new TreeMap<>(all.stream().collect(Collectors.groupingBy(ExportedTag::device, Collectors.counting())));
        if (device != null && !devices.containsKey(device)) {
            throw new UsageException(
                    "--device: unknown device '" + device + "'; " + Closest.hint(device, devices.keySet()));
        }
        if (device == null && devices.size() > 1) {
            throw new UsageException("the export has the tags of several devices; name one by --device: "
                    + devices.entrySet().stream()
                            .map(each -> each.getKey() + " (" + Counted.of(each.getValue(), "tag") + ")")
                            .collect(Collectors.joining(", ")));
        }
        return device == null
                ? all
                : all.stream().filter(tag -> tag.device().equals(device)).toList();
    }
}
