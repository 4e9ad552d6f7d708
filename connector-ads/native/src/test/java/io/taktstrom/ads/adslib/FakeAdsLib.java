package io.taktstrom.ads.adslib;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;
import org.jspecify.annotations.Nullable;

/**
 * Behaves as AdsLib does, connection for connection and count for count, but where AdsLib would take the process down it
 * notes a crash and fails. What it models was seen in AdsLib, or read in its source (AmsRouter, AmsConnection, AmsPort).
 */
final class FakeAdsLib implements AdsLibrary {

    static final int TIMEOUT = 0x745;
    static final int NOT_SENT = -1;
    static final int NO_ROUTE = 7;
    static final int CANNOT_CONNECT = 6;

    private static final int MAX_PORTS = 128;

    /** A TCP connection. */
    static final class Connection {
        final String host;
        int references;
        /** Requests that are on their way. */
        int requests;
        /** What notifications call back through. */
        final Set<FakeAdsPort> notifying = new LinkedHashSet<>();

        boolean dead;
        boolean noticed;
        boolean freed;

        Connection(String host) {
            this.host = host;
        }
    }

    private final String file;
    private final NotificationHub hub;
    private final Map<String, Connection> connections = new LinkedHashMap<>();
    private final Map<AmsNetId, Connection> mapping = new HashMap<>();
    private final Set<String> unreachable = new LinkedHashSet<>();
    private final List<String> crashes = new CopyOnWriteArrayList<>();
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private AmsNetId localNetId = new AmsNetId(0);
    private @Nullable FakeAdsPort lastNotifying;
    private int ports;
    private int connected;
    private int linkMillis;
    private int patience;
    private CompletableFuture<Void> reads = CompletableFuture.completedFuture(null);

    FakeAdsLib(String file, NotificationHub hub) {
        this.file = file;
        this.hub = hub;
    }

    NotificationHub hub() {
        return hub;
    }

    /** What would have taken the process down. */
    List<String> crashes() {
        return new ArrayList<>(crashes);
    }

    /** Routes and ports, as they were asked for. */
    List<String> calls() {
        return new ArrayList<>(calls);
    }

    AssertionError crash(String why) {
        crashes.add(why);
        return new AssertionError(why);
    }

    // ---- what a test does to it

    /** The peer closes the connection, or falls silent. */
    synchronized void kill(String host) {
        Connection connection = connections.get(host);
        if (connection != null) {
            connection.dead = true;
        }
    }

    synchronized void killAll() {
        connections.values().forEach(connection -> connection.dead = true);
    }

    synchronized void setUnreachable(String host) {
        unreachable.add(host);
    }

    /** From now on an answer takes so long, and reads, which wait for theirs, until the future is completed. */
    synchronized CompletableFuture<Void> slowDown(int millis) {
        linkMillis = millis;
        reads = new CompletableFuture<>();
        return reads;
    }

    /** A request of this patience goes out; returns whether it gets its answer in time. */
    synchronized boolean answersWithin(int timeoutMillis) {
        if (timeoutMillis < linkMillis) {
            return false;
        }
        patience = timeoutMillis;
        return true;
    }

    /** Timeout of the last request for the state that was answered, in ms. */
    synchronized int patience() {
        return patience;
    }

    synchronized CompletableFuture<Void> reads() {
        return reads;
    }

    synchronized int openConnections() {
        return connections.size();
    }

    synchronized int openPorts() {
        return ports;
    }

    /** How often it has connected. */
    synchronized int connected() {
        return connected;
    }

    /** The port that the last notification was added on. */
    synchronized FakeAdsPort lastPort() {
        FakeAdsPort port = lastNotifying;
        if (port == null) {
            throw new AssertionError("no notification was added");
        }
        return port;
    }

    synchronized void notifying(FakeAdsPort port) {
        lastNotifying = port;
    }

    synchronized AmsNetId localNetId() {
        return localNetId;
    }

    // ---- what it is asked for

    @Override
    public String file() {
        return file;
    }

    @Override
    public boolean hasRoutes() {
        return true;
    }

    @Override
    public synchronized int addRoute(AmsNetId netId, String host) {
        calls.add("add " + host);
        Connection old = mapping.get(netId);
        if (old != null && !old.host.equals(host)) {
            return 0x506;
        }
        Connection connection = connections.get(host);
        if (connection == null) {
            if (unreachable.contains(host)) {
                return CANNOT_CONNECT;
            }
            connection = new Connection(host);
            connections.put(host, connection);
            connected++;
        }
        // Dead or not: AdsLib does not look.
        connection.references++;
        mapping.put(netId, connection);
        return 0;
    }

    @Override
    public synchronized void deleteRoute(AmsNetId netId) {
        Connection connection = mapping.get(netId);
        if (connection == null) {
            return;
        }
        calls.add("delete " + connection.host);
        connection.references--;
        if (connection.references == 0) {
            mapping.remove(netId);
            if (!mapping.containsValue(connection)) {
                free(connection);
            }
        }
    }

    private void free(Connection connection) {
        if (connection.requests > 0) {
            throw crash("a connection is freed while " + connection.requests + " requests use it");
        }
        if (!connection.notifying.isEmpty()) {
            throw crash("a connection is freed while ports have notifications on it");
        }
        connection.freed = true;
        connections.remove(connection.host);
    }

    @Override
    public synchronized void setLocalNetId(AmsNetId netId) {
        if (!connections.isEmpty()) {
            throw crash("the local net id changes under connections");
        }
        localNetId = netId;
    }

    @Override
    public synchronized @Nullable AdsPort openPort(AmsAddress target) {
        if (ports == MAX_PORTS) {
            return null;
        }
        ports++;
        calls.add("open");
        return new FakeAdsPort(this, target);
    }

    synchronized void closed() {
        ports--;
        calls.add("close");
    }

    /** A request begins; null without a route. */
    synchronized @Nullable Connection begin(AmsNetId netId) {
        Connection connection = mapping.get(netId);
        if (connection != null) {
            connection.requests++;
        }
        return connection;
    }

    /** It ends: as it does on a dead connection, first with a timeout and from then on at once. */
    synchronized int end(Connection connection) {
        connection.requests--;
        if (connection.freed) {
            throw crash("a request returns to a connection that was freed");
        }
        if (!connection.dead) {
            return 0;
        }
        boolean first = !connection.noticed;
        connection.noticed = true;
        return first ? TIMEOUT : NOT_SENT;
    }
}
