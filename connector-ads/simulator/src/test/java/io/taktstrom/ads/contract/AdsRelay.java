package io.taktstrom.ads.contract;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.AmsHeader;
import io.taktstrom.ads.simulator.AdsSimulator;

/**
 * A router between a client and a PLC that knows where frames begin and end, and changes answers as the test says. So a
 * hostile answer comes at the right moment, with the right addresses and invoke id.
 */
final class AdsRelay implements AutoCloseable {

    /** Makes another answer of one. */
    @FunctionalInterface
    interface Edit {
        /**
         * What the client gets, from its first byte to its capacity.
         *
         * @param indexGroup of the request, 0 for commands without one
         * @param answer little-endian, the whole frame
         */
        ByteBuffer apply(int indexGroup, ByteBuffer answer);
    }

    private final AdsSimulator plc;
    private final ServerSocket listener;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final Map<Integer, Integer> groups = new ConcurrentHashMap<>();
    private volatile boolean muted;
    private volatile Edit edit = AdsRelay::same;

    AdsRelay(AdsSimulator plc) throws IOException {
        this.plc = plc;
        listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        thread("accept", this::accept);
    }

    String router() {
        return "127.0.0.1:" + listener.getLocalPort();
    }

    String uri() {
        return "ads://" + router() + "/" + plc.amsAddress();
    }

    /** The {@link Edit} that changes nothing. */
    static ByteBuffer same(int indexGroup, ByteBuffer answer) {
        return answer;
    }

    /** From now on answers are changed like this. */
    void edit(Edit newEdit) {
        edit = newEdit;
    }

    /** From now on notifications are not handed on, or are again. */
    void mute(boolean on) {
        muted = on;
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = listener.accept();
            Socket device = new Socket(plc.address().getAddress(), plc.port());
            sockets.addAll(List.of(client, device));
            thread("requests", () -> requests(client.getInputStream(), device.getOutputStream()));
            thread("answers", () -> answers(device.getInputStream(), client.getOutputStream()));
        }
    }

    private void requests(InputStream client, OutputStream device) throws IOException {
        while (true) {
            ByteBuffer frame = frame(client);
            int command = frame.getShort(AmsHeader.COMMAND);
            boolean hasGroup =
                    command == AdsCommand.READ || command == AdsCommand.WRITE || command == AdsCommand.READ_WRITE;
            groups.put(frame.getInt(AmsHeader.INVOKE_ID), hasGroup ? frame.getInt(AmsHeader.BYTES) : 0);
            device.write(bytes(frame));
        }
    }

    private void answers(InputStream device, OutputStream client) throws IOException {
        while (true) {
            ByteBuffer frame = frame(device);
            Integer group = groups.remove(frame.getInt(AmsHeader.INVOKE_ID));
            if (group != null) {
                client.write(bytes(edit.apply(group, frame)));
            } else if (!muted) {
                client.write(bytes(frame));
            }
        }
    }

    private static ByteBuffer frame(InputStream from) throws IOException {
        DataInputStream in = new DataInputStream(from);
        byte[] header = new byte[AmsHeader.TCP_BYTES];
        in.readFully(header);
        byte[] frame = Arrays.copyOf(header, (int) AmsHeader.frameBytes(little(header), 0));
        in.readFully(frame, header.length, frame.length - header.length);
        return little(frame);
    }

    private static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] bytes(ByteBuffer frame) {
        byte[] bytes = new byte[frame.capacity()];
        frame.get(0, bytes);
        return bytes;
    }

    private interface Work {
        void run() throws IOException;
    }

    private void thread(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // One side is gone: so is the other.
                        closeSockets();
                    }
                },
                "ads-relay-" + listener.getLocalPort() + "-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private void closeSockets() {
        for (Socket socket : sockets) {
            try {
                socket.close();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        closeSockets();
    }
}
