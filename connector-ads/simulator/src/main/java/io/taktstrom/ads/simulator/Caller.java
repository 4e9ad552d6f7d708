package io.taktstrom.ads.simulator;

/**
 * Who sent a request, and to whom. Changed for each request, so that none allocates; guarded by the simulation's lock.
 */
final class Caller {

    private final Connection connection;
    private long client;
    private long server;
    private Device device;

    Caller(Connection connection, Device device) {
        this.connection = connection;
        this.device = device;
    }

    void set(long newClient, long newServer, Device newDevice) {
        client = newClient;
        server = newServer;
        device = newDevice;
    }

    Connection connection() {
        return connection;
    }

    /** The client's AMS address, its eight bytes as a number. */
    long client() {
        return client;
    }

    /** The device's AMS address, its eight bytes as a number. */
    long server() {
        return server;
    }

    Device device() {
        return device;
    }
}
