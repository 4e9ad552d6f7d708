package io.taktstrom.cli.opcua;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.cli.deployment.PointLines;
import io.taktstrom.cli.deployment.PointOptions;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.cli.shell.Shell;
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
            "What belongs to a type or to a method is left out. For the variables of a server that runs, see 'takt browse"
                    + " --points', or browse it in the deployment file: {browse: CONNECTION, match: ...}."
        },
        footer = {"", "Example:", "  takt import opcua Plant.NodeSet2.xml --on press1 --into plant.yaml"})
public final class ImportOpcUaCommand extends ShellCommand {

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "NodeSet2 files.")
    private List<Path> files = new ArrayList<>();

    @Mixin
    private PointOptions pointOptions = new PointOptions("server");

    public ImportOpcUaCommand(Shell shell) {
        super(shell);
    }

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
            shell.note("there are no variables of instances in this: servers make them of its types");
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
