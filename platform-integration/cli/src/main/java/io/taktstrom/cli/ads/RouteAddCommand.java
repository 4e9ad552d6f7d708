package io.taktstrom.cli.ads;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashMap;
import java.util.Map;

import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.route.NewRoute;
import io.taktstrom.ads.route.RouteClient;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tools.jackson.databind.json.JsonMapper;

/** {@code takt route add}. */
@Command(
        name = "add",
        description = {
            "Add a route to this machine on a Beckhoff device, so that it answers. Needs an administrator of the device; a"
                    + " route of the same name is replaced.",
            "",
            "The password travels to the device in clear text, as ADS has no other way: do this on a network that you"
                    + " trust, or add the route in TwinCAT's own dialog."
        },
        footer = {
            "",
            "Examples:",
            "  takt route add 10.0.0.5",
            "  takt route add 10.0.0.5 --user Administrator --password '$${env:PLC_PASSWORD}'",
            "  takt route add 10.0.0.5 --address 10.0.0.9 --net-id 10.0.0.9.1.1"
        })
public final class RouteAddCommand extends ShellCommand {

    private static final int MAX_NAME = 31;

    @Mixin
    private AdsTarget target = new AdsTarget();

    @Option(names = "--user", paramLabel = "NAME", description = "Who may add routes (default: Administrator).")
    private String user = "Administrator";

    @Option(
            names = "--password",
            paramLabel = "REF",
            description = "Where the password is: '$${env:NAME}' or '$${file:PATH}'; without it, you are asked.")
    private @Nullable String password;

    @Option(names = "--name", paramLabel = "NAME", description = "What the route is called (default: our host name).")
    private @Nullable String name;

    @Option(
            names = "--address",
            paramLabel = "HOST",
            description = "Where the device sees us: not our own address, if there is NAT between (default: our own).")
    private @Nullable String address;

    @Option(
            names = "--net-id",
            paramLabel = "ID",
            converter = SimulateAdsCommand.NetIdConverter.class,
            description = "To which net id it leads (default: our IPv4 address with .1.1, as for connections).")
    private @Nullable AmsNetId netId;

    @Option(names = "--temporary", description = "The device forgets the route when it restarts.")
    private boolean temporary;

    @Option(names = "--json", description = "Print a JSON object: device, route, netId, address, temporary.")
    private boolean json;

    public RouteAddCommand(Shell shell) {
        super(shell);
    }

    @Override
    public Integer call() throws IOException {
        InetSocketAddress service = target.service();
        NewRoute route = route(RouteClient.localAddress(service));
        shell.note("the password of " + user + " goes to " + target.text() + " in clear text, as ADS has it");
        RouteClient.add(service, route, user, secret(), target.timeout());
        if (json) {
            out().println(new JsonMapper().writeValueAsString(fields(route)));
        } else {
            out().println(target.text() + " has route " + route.name() + " to " + route.netId() + " at "
                    + route.address());
        }
        return ExitCode.GOOD;
    }

    private NewRoute route(InetAddress local) throws ConnectorException {
        AmsNetId own = netId != null ? netId : target.ownNetId();
        if (own == null) {
            if (!(local instanceof Inet4Address)) {
                throw target.wrong("our address " + local.getHostAddress()
                        + " is not an IPv4 address, so it gives no net id; use --net-id");
            }
            own = AmsNetId.parse(local.getHostAddress() + ".1.1");
        }
        try {
            return new NewRoute(
                    name != null ? name : hostName(local),
                    own,
                    address != null ? address : local.getHostAddress(),
                    temporary);
        } catch (IllegalArgumentException e) {
            throw target.wrong(String.valueOf(e.getMessage()));
        }
    }

    private static String hostName(InetAddress local) {
        try {
            String host = InetAddress.getLocalHost().getHostName();
            return host.length() <= MAX_NAME ? host : host.substring(0, MAX_NAME);
        } catch (UnknownHostException e) {
            return local.getHostAddress();
        }
    }

    private String secret() throws IOException {
        try {
            return password != null
                    ? SecretInput.refer(password)
                    : SecretInput.ask(shell.terminal(), "Password of " + user + " at " + target.text() + ": ");
        } catch (IllegalArgumentException e) {
            throw target.wrong(String.valueOf(e.getMessage()));
        }
    }

    private Map<String, Object> fields(NewRoute route) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("device", target.text());
        fields.put("route", route.name());
        fields.put("netId", route.netId().toString());
        fields.put("address", route.address());
        fields.put("temporary", route.temporary());
        return fields;
    }
}
