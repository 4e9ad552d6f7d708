package io.taktstrom.cli.oktoflow;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.oktoflow.ivml.IvmlImport;
import io.taktstrom.text.Problem;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code takt import ivml}. */
@Command(
        name = "ivml",
        description = {
            "Print a deployment file for the connectors in a model of oktoflow.",
            "",
            "Those that 'takt export ivml' has written, and oktoflow's own for OPC UA; connectors of other protocols are left"
                    + " out. Files beside FILE that it imports are read too."
        },
        footer = {"", "Example:", "  takt import ivml AllServices.ivml > plant.yaml"})
public final class ImportIvmlCommand extends ShellCommand {

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Models in IVML.")
    private List<Path> files = new ArrayList<>();

    public ImportIvmlCommand(Shell shell) {
        super(shell);
    }

    @Override
    public Integer call() {
        IvmlImport.Read read = IvmlImport.read(files, new Descriptors(shell)::find);
        read.notes().forEach(shell::note);
        if (!read.problems().isEmpty()) {
            throw new InvalidFileException(
                    read.problems().stream().map(Problem::toString).toList());
        }
        read.text().lines().forEach(out()::println);
        return ExitCode.GOOD;
    }
}
