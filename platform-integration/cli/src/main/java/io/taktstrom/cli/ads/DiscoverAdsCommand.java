package io.taktstrom.cli.ads;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.ads.protocol.Identity;
import io.taktstrom.ads.protocol.UdpMessage;
import io.taktstrom.ads.route.Discovery;
import io.taktstrom.ads.route.FoundDevice;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.Shell;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.terminal.Table;
import io.taktstrom.descriptor.Counted;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.json.JsonMapper;

/** {@code takt discover ads}. */
@Command(
        name = "ads",
        description = {
            "Find Beckhoff devices: their net ids, names and versions. They need no route to this machine for that.",
            "",
            "Without a host, everybody on this machine's own networks is asked; devices behind a router or in another"
                    + " VLAN do not hear that, so ask them by their address."
        },
        footer = {"", "Examples:", "  takt discover ads", "  takt discover ads 10.0.0.5 --json"})
public final class DiscoverAdsCommand extends ShellCommand {

    private static final double LONGEST_SECONDS = 3600;

    @Parameters(
            index = "0",
            arity = "0..1",
            paramLabel = "HOST",
            description = "Ask only this device: a name or an IP address.")
    private @Nullable String host;

    @Option(names = "--seconds", paramLabel = "N", description = "How long to wait for answers (default: 3).")
    private double seconds = 3;

    @Option(
            names = "--udp-port",
            paramLabel = "PORT",
            description = "Where system services listen, if that is forwarded (default: 48899).")
    private int udpPort = UdpMessage.PORT;

    @Option(
            names = "--json",
            description = "Print one JSON object per line: address, netId, hostName, twinCat, system, fingerprint.")
    private boolean json;

    public DiscoverAdsCommand(Shell shell) {
        super(shell);
    }

    @Override
    public Integer call() throws IOException {
        if (!(seconds > 0 && seconds <= LONGEST_SECONDS)) {
            throw wrong("--seconds " + seconds + " must be more than 0, and at most 3600");
        }
        if (udpPort < 1 || udpPort > 65_535) {
            throw wrong("--udp-port " + udpPort + " is not in 1..65535");
        }
        Duration time = Duration.ofNanos((long) (seconds * 1e9));
        print(host == null ? everybody(time) : List.of(Discovery.ask(new InetSocketAddress(host, udpPort), time)));
        return ExitCode.GOOD;
    }

    private List<FoundDevice> everybody(Duration time) throws IOException {
        Discovery.Result result = Discovery.askAll(udpPort, time);
        result.problems().forEach(shell::note);
        if (result.ignored() > 0) {
            shell.note("ignored "
                    + Counted.of(result.ignored(), "datagram that was no answer", "datagrams that were no answer"));
        }
        if (result.devices().isEmpty()) {
            shell.note("no device answered; a firewall may close UDP " + udpPort
                    + ", and broadcasts end at routers and in containers: then ask a device by its address");
        }
        return result.devices();
    }

    private void print(List<FoundDevice> devices) {
        Table table = new Table("ADDRESS", "NET ID", "NAME", "TWINCAT", "SYSTEM");
        JsonMapper mapper = new JsonMapper();
        for (FoundDevice device : devices) {
            Identity identity = device.identity();
            if (json) {
                out().println(mapper.writeValueAsString(fields(device)));
            } else {
                table.row(
                        device.address().getAddress().getHostAddress(),
                        identity.netId().toString(),
                        identity.hostName(),
                        identity.twinCat(),
                        identity.system());
            }
        }
        if (!json && !devices.isEmpty()) {
            table.print(out());
        }
    }

    private static Map<String, Object> fields(FoundDevice device) {
        Identity identity = device.identity();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("address", device.address().getAddress().getHostAddress());
        fields.put("netId", identity.netId().toString());
        fields.put("hostName", identity.hostName());
        fields.put("twinCat", identity.twinCat());
        fields.put("system", identity.system());
        fields.put("fingerprint", identity.fingerprint());
        return fields;
    }
}
