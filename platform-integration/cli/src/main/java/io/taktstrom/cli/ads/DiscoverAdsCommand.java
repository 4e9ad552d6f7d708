package io.taktstrom.cli.ads;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;

import io.taktstrom.ads.protocol.Identity;
import io.taktstrom.ads.protocol.UdpMessage;
import io.taktstrom.ads.route.Discovery;
import io.taktstrom.ads.route.FoundDevice;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.RunLimit;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.terminal.Listing;
import io.taktstrom.descriptor.Counted;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code takt discover ads}. */
@Command(
        name = "ads",
        description = {
            "Find Beckhoff devices: their net ids, names and versions. They need no route to this machine for that.",
            "",
            "Without a host, a broadcast goes to all networks of this machine; devices behind a router or in another"
                    + " VLAN do not receive it, so ask them by their address."
        },
        footer = {"", "Examples:", "  takt discover ads", "  takt discover ads 10.0.0.5 --json"})
public final class DiscoverAdsCommand extends ShellCommand implements Callable<Integer> {

    @Parameters(index = "0", arity = "0..1", paramLabel = "HOST", description = "Ask this device: a name or an IP.")
    private @Nullable String host;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            converter = RunLimit.Seconds.class,
            description = "How long to wait for answers (default: 3).")
    private Duration timeout = Duration.ofSeconds(3);

    @Option(names = "--udp-port", paramLabel = "PORT", description = "Port of system services (default: 48899).")
    private int udpPort = UdpMessage.PORT;

    @Option(names = "--json", description = "Print one JSON object per line, with the device's fingerprint.")
    private boolean json;

    @Override
    public Integer call() throws IOException {
        int port = AdsTarget.checkedPort(udpPort);
        List<FoundDevice> devices =
                host == null ? askAll(port) : List.of(Discovery.ask(new InetSocketAddress(host, port), timeout));
        if (!devices.isEmpty()) {
            Listing listing = new Listing("address", "netId", "hostName", "twinCat", "system").jsonOnly("fingerprint");
            for (FoundDevice device : devices) {
                Identity identity = device.identity();
                listing.row(
                        device.address().getAddress().getHostAddress(),
                        identity.netId().toString(),
                        identity.hostName(),
                        identity.twinCat(),
                        identity.system(),
                        identity.fingerprint());
            }
            listing.print(out(), json);
        }
        return ExitCode.GOOD;
    }

    private List<FoundDevice> askAll(int port) throws IOException {
        Discovery.Result result = Discovery.askAll(port, timeout);
        result.problems().forEach(shell::note);
        if (result.ignored() > 0) {
            shell.note("ignored " + Counted.of(result.ignored(), "invalid answer"));
        }
        if (result.devices().isEmpty()) {
            shell.note("no device answered; a firewall may block UDP " + port
                    + ", and broadcasts end at routers and in containers: then ask a device by its address");
        }
        return result.devices();
    }
}
