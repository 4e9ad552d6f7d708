package io.taktstrom.cli.deployment;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.deployment.Catalog;
import io.taktstrom.deployment.schema.DeploymentSchema;
import picocli.CommandLine.Command;

/** {@code takt schema}. */
@Command(
        name = "schema",
        description = "Print the JSON Schema of deployment files, for editors.",
        footer = {
            "",
            "Example:",
            "  takt schema > taktstrom-1.schema.json",
            "",
            "Then start deployment files with",
            "  # yaml-language-server: $schema=taktstrom-1.schema.json"
        })
public final class SchemaCommand extends ShellCommand {

    public SchemaCommand(Shell shell) {
        super(shell);
    }

    @Override
    public Integer call() {
        out().printLines(DeploymentSchema.of(Catalog.of(shell.providers())));
        return ExitCode.GOOD;
    }
}
