package io.taktstrom.opcua.server;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The names by which clients may know a server. */
public final class ServerHosts {

    private ServerHosts() {}

    /** Those of a server that listens at this address. */
    public static List<String> of(InetAddress address) {
        Set<String> hosts = new LinkedHashSet<>();
        if (!address.isAnyLocalAddress()) {
            hosts.add(address.getHostAddress());
        }
        if (address.isAnyLocalAddress() || address.isLoopbackAddress()) {
            hosts.add("localhost");
        }
        if (address.isAnyLocalAddress()) {
            hosts.add("127.0.0.1");
            try {
                hosts.add(InetAddress.getLocalHost().getHostName());
            } catch (UnknownHostException e) {
                hosts.add("127.0.0.1");
            }
        }
        return List.copyOf(hosts);
    }

    /** As it stands in a URL. */
    public static String inUrl(String host) {
        return host.contains(":") ? "[" + host + "]" : host;
    }
}
