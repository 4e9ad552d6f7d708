package io.taktstrom.ads.route;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.InterfaceAddress;
import java.net.NetworkInterface;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsPort;
import io.taktstrom.ads.protocol.Identity;
import io.taktstrom.ads.protocol.UdpMessage;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectorException;

/** Asks ADS devices who they are, over UDP. They need no route to us to answer. */
public final class Discovery {

    /** More devices than this on one network are not listed, but counted among the ignored. */
    public static final int MAX_DEVICES = 1024;

    private static final int ROUNDS = 3;

    /**
     * What came of asking everybody.
     *
     * @param devices in the order of their answers
     * @param ignored datagrams that were no answer to us, and devices beyond {@link #MAX_DEVICES}
     * @param problems networks that could not be asked, and why
     */
    public record Result(List<FoundDevice> devices, int ignored, List<String> problems) {
        public Result {
            devices = List.copyOf(devices);
            problems = List.copyOf(problems);
        }
    }

    /** A network of this machine: our address on it, and the broadcast address. */
    record Network(InetAddress own, InetAddress broadcast) {}

    /** A network that is asked. */
    private record Asked(SystemService service, InetSocketAddress target, UdpMessage request) {
        static Asked on(Network network, int port) throws IOException {
            InetSocketAddress target = new InetSocketAddress(network.broadcast(), port);
            return new Asked(new SystemService(network.own(), target), target, Discovery.request(network.own()));
        }
    }

    private static final long TURN_NANOS = 20_000_000;

    private Discovery() {}

    /**
     * Asks one device.
     *
     * @throws ConnectorException if it does not answer in time; the message names the remedy
     */
    public static FoundDevice ask(InetSocketAddress device, Duration timeout) throws ConnectorException {
        try (SystemService service = new SystemService(device)) {
            return new FoundDevice(device, Identity.of(service.ask(request(service.localAddress()), timeout)));
        }
    }

    /**
     * Asks everybody on the networks of this machine that have broadcasts, three times, and listens all the while.
     * Routers between networks let no broadcast pass.
     *
     * @param port 48899, unless it is forwarded
     */
    public static Result askAll(int port, Duration time) throws ConnectorException {
        try {
            return askAll(networks(), port, time);
        } catch (IOException e) {
            throw new ConnectFailedException("look for ADS devices: " + e.getMessage(), e);
        }
    }

    static Result askAll(List<Network> networks, int port, Duration time) throws IOException {
        List<Asked> asked = new ArrayList<>();
        List<String> problems = new ArrayList<>();
        try {
            for (Network network : networks) {
                try {
                    asked.add(Asked.on(network, port));
                } catch (IOException e) {
                    problems.add("network of " + network.own().getHostAddress() + ": " + e.getMessage());
                }
            }
            return listen(asked, problems, time);
        } finally {
            asked.forEach(network -> network.service().close());
        }
    }

    private static Result listen(List<Asked> asked, List<String> problems, Duration time) throws IOException {
        Map<InetSocketAddress, FoundDevice> found = new LinkedHashMap<>();
        int ignored = 0;
        long start = System.nanoTime();
        for (int round = 1; round <= ROUNDS; round++) {
            for (Asked network : asked) {
                send(network, problems);
            }
            long until = start + time.toNanos() / ROUNDS * round;
            // Each socket gets short turns: there are as many as networks, a handful.
            while (!asked.isEmpty() && until - System.nanoTime() > 0) {
                for (Asked network : asked) {
                    ignored += receive(network, found);
                }
            }
        }
        return new Result(
                List.copyOf(found.values()),
                ignored,
                problems.stream().distinct().toList());
    }

    private static UdpMessage request(InetAddress own) {
        return UdpMessage.request(
                UdpMessage.IDENTIFY, new AmsAddress(SystemService.netIdOf(own), AmsPort.SYSTEM_SERVICE), List.of());
    }

    private static List<Network> networks() throws IOException {
        List<Network> networks = new ArrayList<>();
        for (NetworkInterface card : NetworkInterface.networkInterfaces().toList()) {
            if (card.isUp() && !card.isLoopback()) {
                for (InterfaceAddress address : card.getInterfaceAddresses()) {
                    if (address.getBroadcast() != null) {
                        networks.add(new Network(address.getAddress(), address.getBroadcast()));
                    }
                }
            }
        }
        return networks;
    }

    private static void send(Asked network, List<String> problems) {
        try {
            network.service().send(network.request().bytes());
        } catch (IOException e) {
            problems.add("ask " + SystemService.where(network.target()) + ": " + e.getMessage());
        }
    }

    /** Waits a moment for one datagram; returns 1 if it is to be ignored. */
    private static int receive(Asked network, Map<InetSocketAddress, FoundDevice> found) throws IOException {
        SystemService.Datagram answer = network.service().receive(TURN_NANOS);
        if (answer == null || found.containsKey(answer.from())) {
            return 0;
        }
        UdpMessage message = answer.message();
        if (message == null || !message.isAnswerTo(network.request()) || found.size() == MAX_DEVICES) {
            return 1;
        }
        found.put(answer.from(), new FoundDevice(answer.from(), Identity.of(message)));
        return 0;
    }
}
