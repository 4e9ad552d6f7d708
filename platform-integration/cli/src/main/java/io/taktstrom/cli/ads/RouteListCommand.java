package io.taktstrom.cli.ads;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.ads.protocol.RouteEntry;
import io.taktstrom.ads.route.RouteClient;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.terminal.Table;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** {@code takt route list}. */
@Command(
        name = "list",
        description = "List the routes of a Beckhoff device. It must have one to this machine.",
        footer = {"", "Examples:", "  takt route list 10.0.0.5", "  takt route list ads://10.0.0.5/5.1.2.3.1.1 --json"})
public final class RouteListCommand extends ShellCommand {

    @Mixin
    private AdsTarget target = new AdsTarget();

    @Option(
            names = "--json",
            description = "Print one JSON object per line: route, netId, address, transport, temporary.")
    private boolean json;

    public RouteListCommand(Shell shell) {
        super(shell);
    }

    @Override
    public Integer call() throws IOException {
        List<RouteEntry> routes;
        try (RouteClient client = target.routes()) {
            routes = client.list();
        }
        Table table = new Table("ROUTE", "NET ID", "ADDRESS", "TRANSPORT", "");
        JsonMapper mapper = new JsonMapper();
        for (RouteEntry route : routes) {
            if (json) {
                out().println(mapper.writeValueAsString(fields(route)));
            } else {
                table.row(
                        route.name(),
                        route.netId().toString(),
                        route.address(),
                        route.transportName(),
                        route.isTemporary() ? "temporary" : "");
            }
        }
        if (!json) {
            table.print(out());
        }
        return ExitCode.GOOD;
    }

    private static Map<String, Object> fields(RouteEntry route) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("route", route.name());
        fields.put("netId", route.netId().toString());
        fields.put("address", route.address());
        fields.put("transport", route.transportName());
        fields.put("temporary", route.isTemporary());
        return fields;
    }
}
