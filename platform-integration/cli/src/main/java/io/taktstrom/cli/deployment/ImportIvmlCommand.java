package io.taktstrom.cli.deployment;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.InvalidFileException;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.oktoflow.ivml.IvmlImport;
import io.taktstrom.spi.ConnectorProvider;
import io.taktstrom.text.Problem;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code takt import ivml}. */
@Command(
        name = "ivml",
        description = {
            "Print a deployment file for the connectors in a model of oktoflow.",
            "",
            "Reads connectors that 'takt export ivml' has written, and oktoflow's own for OPC UA; those of other protocols are left"
                    + " out. Files beside FILE that it imports are read too."
        },
        footer = {"", "Example:", "  takt import ivml AllServices.ivml > plant.yaml"})
public final class ImportIvmlCommand extends ShellCommand implements Callable<Integer> {

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Models in IVML.")
    private List<Path> files = List.of();

    @Override
    public Integer call() {
        IvmlImport.Read read = IvmlImport.read(files, scheme -> descriptor(shell, scheme));
        read.notes().forEach(shell::note);
        if (!read.problems().isEmpty()) {
            throw new InvalidFileException(
                    read.problems().stream().map(Problem::toString).toList());
        }
        read.text().lines().forEach(out()::println);
        return ExitCode.GOOD;
    }

    /** Null for an unknown scheme. */
    static @Nullable ConnectorDescriptor descriptor(Shell shell, String scheme) {
        return shell.providers().connectors().stream()
                .map(ConnectorProvider::descriptor)
                .filter(descriptor -> descriptor.scheme().equals(scheme))
                .findFirst()
                .orElse(null);
    }
}
