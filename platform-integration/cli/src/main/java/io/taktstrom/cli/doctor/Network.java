package io.taktstrom.cli.doctor;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.cli.shell.OwnAddresses;

/** What connections need from this machine. */
final class Network {

    /** InfoSys, "ADS ports": ADS over TCP. */
    private static final int ROUTER_PORT = 48_898;

    private Network() {}

    static Finding routerPort() {
        try (ServerSocket socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), ROUTER_PORT));
            return Finding.good("port " + ROUTER_PORT, "free");
        } catch (IOException e) {
            return Finding.watch(
                    "port " + ROUTER_PORT,
                    "taken: a TwinCAT router or a simulator runs here",
                    "a router on this machine keeps its connections to PLCs to itself: use one of the two, or another"
                            + " machine; a second simulator needs --bind 127.0.0.1:0");
        }
    }

    /** The AmsNetIds under which PLCs know this machine. */
    static List<Finding> routes() {
        List<Finding> findings = new ArrayList<>();
        try {
            OwnAddresses.ofThisMachine()
                    .forEach(address -> findings.add(Finding.good(
                            "route",
                            "a PLC that is reached over " + address.getHostAddress() + " needs an AMS route to "
                                    + address.getHostAddress() + ".1.1 at that address")));
        } catch (SocketException e) {
            findings.add(
                    Finding.watch("route", "cannot list network interfaces: " + e.getMessage(), "check the network"));
        }
        return findings;
    }
}
