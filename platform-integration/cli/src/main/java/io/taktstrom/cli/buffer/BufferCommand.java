package io.taktstrom.cli.buffer;

import io.taktstrom.cli.shell.CommandGroup;
import io.taktstrom.cli.shell.Shell;
import picocli.CommandLine;

/** {@code takt buffer}. */
public final class BufferCommand {

    private BufferCommand() {}

    public static CommandLine of(Shell shell) {
        return CommandGroup.of(
                "buffer",
                "COMMAND",
                "Show, drain or drop what the streams of a deployment have left on disk, while it does not run.",
                "takt buffer show plant.yaml",
                new ShowBuffers(shell),
                new DrainBuffers(shell),
                new DropBuffers(shell));
    }
}
