package io.taktstrom.cli.ads;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;

import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.route.NewRoute;
import io.taktstrom.ads.route.RouteClient;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.SecretInput;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.shell.UsageException;
import io.taktstrom.cli.terminal.Listing;
import io.taktstrom.model.Endpoint;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code takt route}. */
@Command(
        name = "route",
        synopsisSubcommandLabel = "ACTION",
        description = "The AMS routes of a Beckhoff device: it answers only devices to which it has one.",
        footer = {"", "Example:", "  takt route add 10.0.0.5"})
public final class RouteCommand extends ShellCommand {

    private static final int MAX_NAME = 31;

    /** The route that {@code add} makes. */
    static final class NewRouteOptions {

        @Option(names = "--user", paramLabel = "NAME", description = "Who may add routes (default: Administrator).")
        private String user = "Administrator";

        @Option(
                names = "--password",
                paramLabel = "REF",
                description = "Where the password is: '$${env:NAME}' or '$${file:PATH}'; without it, you are asked.")
        private @Nullable String password;

        @Option(names = "--name", paramLabel = "NAME", description = "The name of the route (default: our host name).")
        private @Nullable String name;

        @Option(
                names = "--address",
                paramLabel = "HOST",
                description = "Our address as the device sees it, where there is NAT in between (default: our own).")
        private @Nullable String address;

        @Option(
                names = "--net-id",
                paramLabel = "ID",
                description = "The net id of the route (default: our IPv4 address with .1.1, as for connections).")
        private @Nullable String netId;

        @Option(names = "--temporary", description = "The device forgets the route when it restarts.")
        private boolean temporary;

        private NewRoute route(AdsTarget target) throws ConnectorException {
            InetAddress local = RouteClient.localAddress(target.service());
            return UsageException.check(() -> new NewRoute(
                    name != null ? name : hostName(local),
                    ownNetId(target, local),
                    address != null ? address : local.getHostAddress(),
                    temporary));
        }

        private AmsNetId ownNetId(AdsTarget target, InetAddress local) {
            AmsNetId own = netId != null ? AmsNetId.parse(netId) : target.ownNetId();
            if (own == null && !(local instanceof Inet4Address)) {
                throw new UsageException("our address " + local.getHostAddress()
                        + " is not an IPv4 address, so it gives no net id; use --net-id");
            }
            return own != null ? own : AmsNetId.parse(local.getHostAddress() + ".1.1");
        }

        private static String hostName(InetAddress local) {
            try {
                String host = InetAddress.getLocalHost().getHostName();
                return host.length() <= MAX_NAME ? host : host.substring(0, MAX_NAME);
            } catch (UnknownHostException e) {
                return local.getHostAddress();
            }
        }
    }

    @Command(
            name = "add",
            description = {
                "Add a route to this machine on a Beckhoff device, so that it answers. Needs an administrator of the device; a"
                        + " route of the same name is replaced.",
                "",
                "Over plain ADS the password is sent to the device in clear text: do this on a network that you trust, or add"
                        + " the route in TwinCAT's own dialog. With the option 'security' in the URI it is sent by Secure ADS,"
                        + " and the route is to our host name, with our certificate."
            },
            footer = {
                "",
                "Examples:",
                "  takt route add 10.0.0.5",
                "  takt route add 10.0.0.5 --user Administrator --password '$${env:PLC_PASSWORD}'",
                "  takt route add 10.0.0.5 --address 10.0.0.9 --net-id 10.0.0.9.1.1",
                "  takt route add 'ads://10.0.0.5/5.1.2.3.1.1?security=self-signed'"
            })
    int add(
            @Mixin AdsTarget target,
            @Mixin NewRouteOptions options,
            @Option(names = "--json", description = "Print a JSON object.") boolean json)
            throws IOException {
        Optional<Endpoint> secure = target.secure();
        if (secure.isPresent()) {
            RouteClient.addSecure(secure.get(), options.user, password(target, options));
            shell.note("added a route to this machine, with its certificate, at " + target.text());
            return ExitCode.GOOD;
        }
        NewRoute route = options.route(target);
        shell.note(
                "the password of " + options.user + " is sent to " + target.text() + " in clear text, as ADS requires");
        RouteClient.add(target.service(), route, options.user, password(target, options), target.timeout());
        if (json) {
            new Listing("device", "route", "netId", "address", "temporary")
                    .row(target.text(), route.name(), route.netId().toString(), route.address(), route.temporary())
                    .print(out(), true);
        } else {
            out().println(target.text() + " has route " + route.name() + " to " + route.netId() + " at "
                    + route.address());
        }
        return ExitCode.GOOD;
    }

    private String password(AdsTarget target, NewRouteOptions options) throws IOException {
        String reference = options.password;
        if (reference != null) {
            return UsageException.check(() -> SecretInput.resolve(reference));
        }
        return SecretInput.ask(shell.terminal(), "Password of " + options.user + " at " + target.text() + ": ");
    }

    @Command(
            name = "list",
            description = "List the routes of a Beckhoff device. It must have one to this machine.",
            footer = {
                "",
                "Examples:",
                "  takt route list 10.0.0.5",
                "  takt route list ads://10.0.0.5/5.1.2.3.1.1 --json"
            })
    int list(
            @Mixin AdsTarget target,
            @Option(names = "--json", description = "Print one JSON object per line.") boolean json)
            throws IOException {
        Listing listing = new Listing("route", "netId", "address", "transport", "temporary");
        try (RouteClient client = target.routes()) {
            client.list()
                    .forEach(route -> listing.row(
                            route.name(),
                            route.netId().toString(),
                            route.address(),
                            route.transportName(),
                            route.isTemporary()));
        }
        listing.print(out(), json);
        return ExitCode.GOOD;
    }

    @Command(
            name = "remove",
            description =
                    "Remove a route of a Beckhoff device, which must have one to this machine. Clients that use the"
                            + " route are disconnected.",
            footer = {"", "Example:", "  takt route remove 10.0.0.5 old-hmi"})
    int remove(
            @Mixin AdsTarget target,
            @Parameters(index = "1", paramLabel = "NAME", description = "The route's name, see 'takt route list'.")
                    String name,
            @Option(names = "--json", description = "Print a JSON object: device, removed.") boolean json)
            throws IOException {
        try (RouteClient client = target.routes()) {
            client.remove(name);
        }
        if (json) {
            new Listing("device", "removed").row(target.text(), name).print(out(), true);
        } else {
            out().println("removed route " + name + " from " + target.text());
        }
        return ExitCode.GOOD;
    }
}
