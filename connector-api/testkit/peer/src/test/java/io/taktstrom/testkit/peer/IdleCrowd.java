package io.taktstrom.testkit.peer;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Connections that say nothing: what a device must tolerate. Close it, whether or not the device has. */
public final class IdleCrowd implements AutoCloseable {

    private static final int CONNECT_MILLIS = 2000;

    private final List<Socket> sockets = new ArrayList<>();

    /**
     * Opens connections one after the other; stops early when the device takes no more.
     *
     * @param clients how many
     */
    public IdleCrowd(int clients, InetSocketAddress device) {
        boolean taken = true;
        while (taken && sockets.size() < clients) {
            taken = connect(device);
        }
    }

    private boolean connect(InetSocketAddress device) {
        Socket socket = new Socket();
        sockets.add(socket);
        try {
            socket.connect(device, CONNECT_MILLIS);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    /** So many it tried to open. */
    public int size() {
        return sockets.size();
    }

    @Override
    public void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
