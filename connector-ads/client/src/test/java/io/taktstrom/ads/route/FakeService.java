package io.taktstrom.ads.route;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.taktstrom.ads.protocol.UdpMessage;

/** A UDP port that says what a test has it say. */
final class FakeService implements AutoCloseable {

    /** What it does about a datagram; {@code number} counts from 1. */
    interface Script {
        void on(int number, UdpMessage request, Reply reply) throws IOException;
    }

    /** The way back to who asked. */
    record Reply(DatagramSocket socket, SocketAddress to) {

        void send(byte[] bytes) throws IOException {
            socket.send(new DatagramPacket(bytes, bytes.length, to));
        }
    }

    private final DatagramSocket socket;
    private final List<UdpMessage> requests = new CopyOnWriteArrayList<>();

    FakeService(Script script) throws IOException {
        socket = new DatagramSocket(0, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(() -> serve(script), "fake system service");
        thread.setDaemon(true);
        thread.start();
    }

    private void serve(Script script) {
        byte[] bytes = new byte[UdpMessage.MAX_BYTES];
        try {
            while (true) {
                DatagramPacket packet = new DatagramPacket(bytes, bytes.length);
                socket.receive(packet);
                UdpMessage request = UdpMessage.read(bytes, packet.getLength());
                requests.add(request);
                script.on(requests.size(), request, new Reply(socket, packet.getSocketAddress()));
            }
        } catch (IOException e) {
            // Closed: the test is over.
        }
    }

    InetSocketAddress address() {
        return new InetSocketAddress(socket.getLocalAddress(), socket.getLocalPort());
    }

    /** The same way back, but from here. */
    Reply instead(Reply reply) {
        return new Reply(socket, reply.to());
    }

    List<UdpMessage> requests() {
        return requests;
    }

    @Override
    public void close() {
        socket.close();
    }
}
