package io.taktstrom.cli.opcua;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import io.taktstrom.cli.deployment.PointLines;
import io.taktstrom.cli.deployment.PointOptions;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.deployment.PointNames;
import io.taktstrom.opcua.nodeset.NodeSet;
import io.taktstrom.opcua.nodeset.NodeSetException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code takt import opcua}. */
@Command(
        name = "opcua",
        description = {
            "Print the points of a deployment file for the variables in NodeSet2 files. Talks to no server.",
            "",
            "Variables of types and methods are left out. For the variables of a running server, see 'takt browse"
                    + " --points', or browse it in the deployment file: {browse: CONNECTION, match: ...}."
        },
        footer = {"", "Example:", "  takt import opcua Plant.NodeSet2.xml --on press1 --into plant.yaml"})
public final class ImportOpcUaCommand extends ShellCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "NodeSet2 files.")
    private List<Path> files = List.of();

    @Mixin
    private PointOptions pointOptions = new PointOptions("server");

    @Override
    public Integer call() throws IOException {
        List<NodeSet.Variable> variables = new ArrayList<>();
        try {
            for (Path file : files) {
                variables.addAll(NodeSet.read(file));
            }
        } catch (NoSuchFileException e) {
            throw new InvalidFileException(e.getFile() + ": no such file");
        } catch (NodeSetException e) {
            throw new InvalidFileException(String.valueOf(e.getMessage()));
        }
        if (variables.isEmpty()) {
            shell.note(
                    "no variables of instances in these files: they define types, of which a server makes instances");
        }
        PointNames names = new PointNames(pointOptions.connection());
        PointLines points = new PointLines(pointOptions);
        for (NodeSet.Variable variable : variables) {
            points.add(names.of(variable.path(), variable.address()), variable.address(), variable.description());
        }
        points.finish(shell);
        return ExitCode.GOOD;
    }
}
