package io.taktstrom.cli.ads;

import java.io.IOException;
import java.util.Map;

import io.taktstrom.ads.route.RouteClient;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;

/** {@code takt route remove}. */
@Command(
        name = "remove",
        description = "Remove a route of a Beckhoff device, which must have one to this machine. Clients that use the"
                + " route are cut off.",
        footer = {"", "Example:", "  takt route remove 10.0.0.5 old-hmi"})
public final class RouteRemoveCommand extends ShellCommand {

    @Mixin
    private AdsTarget target = new AdsTarget();

    @Parameters(index = "1", paramLabel = "NAME", description = "The route's name, as 'takt route list' shows it.")
    private String name = "";

    @Option(names = "--json", description = "Print a JSON object: device, removed.")
    private boolean json;

    public RouteRemoveCommand(Shell shell) {
        super(shell);
    }

    @Override
    public Integer call() throws IOException {
        try (RouteClient client = target.routes()) {
            client.remove(name);
        }
        out().println(
                        json
                                ? new JsonMapper().writeValueAsString(Map.of("device", target.text(), "removed", name))
                                : target.text() + " has no route " + name + " any more");
        return ExitCode.GOOD;
    }
}
