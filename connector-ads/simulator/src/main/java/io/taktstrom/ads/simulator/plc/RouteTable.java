package io.taktstrom.ads.simulator.plc;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.ads.protocol.RouteEntry;

/** To whom the PLC has a route. A route that a connection needs has its net id and, resolved, its address. Thread-safe. */
public final class RouteTable {

    /** A client that keeps adding routes must not fill the memory. */
    private static final int MAX_ROUTES = 200;

    private final List<RouteEntry> entries = new ArrayList<>();
    private volatile boolean required;

    /** Whether those without a route are cut off. */
    public void require(boolean on) {
        required = on;
    }

    public boolean required() {
        return required;
    }

    /** Adds a route or replaces that of the same name; returns whether there was room. */
    public synchronized boolean add(RouteEntry route) {
        entries.removeIf(entry -> entry.name().equalsIgnoreCase(route.name()));
        return entries.size() < MAX_ROUTES && entries.add(route);
    }

    public synchronized boolean remove(String name) {
        return entries.removeIf(entry -> entry.name().equalsIgnoreCase(name));
    }

    public synchronized List<RouteEntry> entries() {
        return List.copyOf(entries);
    }

    /** Whether there is a route to this net id at this host. */
    public boolean lead(long netId, InetAddress host) {
        return entries().stream().anyMatch(route -> route.netId().bits() == netId && isAt(host, route.address()));
    }

    private static boolean isAt(InetAddress host, String address) {
        try {
            return List.of(InetAddress.getAllByName(address)).contains(host);
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
