package io.taktstrom.ads.route;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.SocketTimeoutException;
import java.time.Duration;

import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.protocol.UdpMessage;
import io.taktstrom.descriptor.Counted;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.RequestTimeoutException;
import org.jspecify.annotations.Nullable;

import static io.taktstrom.data.EpochNanoClock.NANOS_PER_MILLI;

/** The system service of a device, or of all devices on a network, over UDP: asks again, because datagrams get lost. One thread. */
final class SystemService implements AutoCloseable {

    private static final int ATTEMPTS = 3;

    private final InetSocketAddress device;
    private final DatagramSocket socket;

    SystemService(InetSocketAddress device) throws ConnectorException {
        this.device = device;
        if (device.isUnresolved()) {
            throw new ConnectFailedException("unknown host " + device.getHostString() + "; check the name");
        }
        try {
            socket = new DatagramSocket();
            // From now on datagrams of other hosts are dropped.
            socket.connect(device);
        } catch (IOException e) {
            throw new ConnectFailedException("no way to " + where(device) + ": " + e.getMessage(), e);
        }
    }

    /** For all devices on a network: from our address on it, so that the answers find back. */
    SystemService(InetAddress own, InetSocketAddress broadcast) throws IOException {
        device = broadcast;
        socket = new DatagramSocket(0, own);
        socket.setBroadcast(true);
    }

    /** Our address, as seen from the device if no NAT stands between. */
    InetAddress localAddress() {
        return socket.getLocalAddress();
    }

    /** What TwinCAT, too, proposes for a host; of no use for an IPv6 address. */
    static AmsNetId netIdOf(InetAddress address) {
        return address instanceof Inet4Address ? AmsNetId.parse(address.getHostAddress() + ".1.1") : new AmsNetId(0);
    }

    /** The answer; other datagrams are passed over. */
    UdpMessage ask(UdpMessage request, Duration timeout) throws ConnectorException {
        byte[] bytes = request.bytes();
        long end = System.nanoTime() + timeout.toNanos();
        int strays = 0;
        boolean refused = false;
        try {
            for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
                refused |= !send(bytes);
                long until = end - timeout.toNanos() / ATTEMPTS * (ATTEMPTS - attempt);
                for (long left; (left = until - System.nanoTime()) > 0; ) {
                    try {
                        Datagram answer = receive(left);
                        if (answer == null) {
                            break;
                        }
                        UdpMessage message = answer.message();
                        if (message != null && message.isAnswerTo(request)) {
                            return message;
                        }
                        strays++;
                    } catch (PortUnreachableException e) {
                        // The host is up, but the port is closed: that may still change.
                        refused = true;
                    }
                }
            }
        } catch (IOException e) {
            throw new ConnectFailedException("ask " + where(device) + ": " + e.getMessage(), e);
        }
        throw new RequestTimeoutException(silence(refused, strays));
    }

    /** Returns false when it is heard now that the datagram before was refused. */
    boolean send(byte[] bytes) throws IOException {
        try {
            socket.send(new DatagramPacket(bytes, bytes.length, device));
            return true;
        } catch (PortUnreachableException e) {
            return false;
        }
    }

    /**
     * What has come.
     *
     * @param message null when it is malformed
     */
    record Datagram(InetSocketAddress from, @Nullable UdpMessage message) {}

    /** The next datagram; null when none comes in time. */
    @Nullable
    Datagram receive(long nanos) throws IOException {
        // One byte more than allowed, so that a longer datagram is seen as such.
        byte[] bytes = new byte[UdpMessage.MAX_BYTES + 1];
        DatagramPacket packet = new DatagramPacket(bytes, bytes.length);
        UdpMessage message = null;
        try {
            socket.setSoTimeout((int) Math.max(1, nanos / NANOS_PER_MILLI));
            socket.receive(packet);
            message = UdpMessage.read(bytes, packet.getLength());
        } catch (SocketTimeoutException e) {
            return null;
        } catch (MalformedFrameException e) {
            // The caller counts it.
        }
        return new Datagram((InetSocketAddress) packet.getSocketAddress(), message);
    }

    private String silence(boolean refused, int strays) {
        String what = refused
                ? "port closed: " + where(device) + "; is it a TwinCAT device, and does its system service run?"
                : "no answer from " + where(device) + "; check the address, that the device is on, and that no firewall"
                        + " between closes UDP " + device.getPort();
        return strays == 0
                ? what
                : what + " ("
                        + Counted.of(strays, "datagram came that was no answer", "datagrams came that were no answer")
                        + ")";
    }

    static String where(InetSocketAddress device) {
        return device.getHostString() + ":" + device.getPort() + "/udp";
    }

    @Override
    public void close() {
        socket.close();
    }
}
