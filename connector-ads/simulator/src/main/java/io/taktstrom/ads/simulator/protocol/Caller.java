package io.taktstrom.ads.simulator.protocol;

import io.taktstrom.ads.simulator.plc.Device;

/**
 * Who sent a request, and to whom. Changed for each request, so that none allocates; guarded by the simulation's lock.
 */
public final class Caller {

    private final NotificationSender notifications;
    private long client;
    private long server;
    private Device device;

    public Caller(NotificationSender notifications, Device device) {
        this.notifications = notifications;
        this.device = device;
    }

    public void set(long newClient, long newServer, Device newDevice) {
        client = newClient;
        server = newServer;
        device = newDevice;
    }

    NotificationSender notifications() {
        return notifications;
    }

    /** The client's AMS address, its eight bytes as a number. */
    public long client() {
        return client;
    }

    /** The device's AMS address, its eight bytes as a number. */
    public long server() {
        return server;
    }

    public Device device() {
        return device;
    }
}
