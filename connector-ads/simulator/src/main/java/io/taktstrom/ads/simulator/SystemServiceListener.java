package io.taktstrom.ads.simulator;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.protocol.AmsPort;
import io.taktstrom.ads.protocol.RouteEntry;
import io.taktstrom.ads.protocol.UdpMessage;
import io.taktstrom.ads.protocol.UdpTag;
import io.taktstrom.ads.simulator.plc.SystemDevice;
import io.taktstrom.spi.MalformedFrameException;

/** The system service over UDP: identifies the PLC, and adds routes for clients that know user and password. */
final class SystemServiceListener implements Runnable, AutoCloseable {

    private static final Logger LOG = System.getLogger(SystemServiceListener.class.getName());
    private static final long RETRY_NANOS = 10_000_000;
    /** Windows 10, build 19045, as OSVERSIONINFO: 276 bytes in all captured answers. */
    private static final byte[] WINDOWS = AdsBuffers.heap(276)
            .putInt(276)
            .putInt(10)
            .putInt(0)
            .putInt(19_045)
            .putInt(2)
            .array();

    private final SimulatedPlc simulation;
    private final AmsAddress sender;
    private final String user;
    private final String password;
    private final DatagramSocket socket;
    private final byte[] bytes = new byte[UdpMessage.MAX_BYTES + 1];

    SystemServiceListener(SimulatedPlc simulation, InetSocketAddress address, String user, String password)
            throws IOException {
        this.simulation = simulation;
        this.sender = new AmsAddress(simulation.address.netId(), AmsPort.SYSTEM_SERVICE);
        this.user = user;
        this.password = password;
        try {
            socket = new DatagramSocket(address);
        } catch (IOException e) {
            throw new IOException(
                    "cannot listen on " + address + "/udp: " + e.getMessage()
                            + "; choose another address, or port 0 for any free one",
                    e);
        }
    }

    InetSocketAddress address() {
        return new InetSocketAddress(socket.getLocalAddress(), socket.getLocalPort());
    }

    @Override
    public void run() {
        while (!socket.isClosed()) {
            doWork();
        }
    }

    /** Waits for one datagram, and answers it. */
    private void doWork() {
        try {
            DatagramPacket packet = new DatagramPacket(bytes, bytes.length);
            socket.receive(packet);
            UdpMessage request = UdpMessage.read(bytes, packet.getLength());
            if (request.service() == UdpMessage.IDENTIFY || request.service() == UdpMessage.ADD_ROUTE) {
                byte[] answer = answer(request).bytes();
                socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
            }
        } catch (MalformedFrameException e) {
            LOG.log(Level.DEBUG, "TwinCAT does not answer what it does not understand", e);
        } catch (IOException | RuntimeException | Error e) {
            // An error with one datagram must not end the service.
            if (!socket.isClosed()) {
                LOG.log(Level.WARNING, simulation.name + ": cannot answer a datagram: " + e);
                LockSupport.parkNanos(RETRY_NANOS);
            }
        }
    }

    private UdpMessage answer(UdpMessage request) {
        List<UdpTag> tags = request.service() == UdpMessage.ADD_ROUTE
                ? List.of(UdpTag.number(UdpTag.STATUS, addRoute(request)))
                : List.of(
                        UdpTag.text(UdpTag.COMPUTER_NAME, "SIMULATOR"),
                        new UdpTag(UdpTag.OS_VERSION, WINDOWS),
                        UdpTag.number(UdpTag.TWINCAT_VERSION, SystemDevice.TWINCAT_VERSION));
        return new UdpMessage(request.invokeId(), request.service() | UdpMessage.RESPONSE, sender, tags);
    }

    private int addRoute(UdpMessage request) {
        byte[] netId = value(request, UdpTag.NET_ID);
        String name = text(request, UdpTag.ROUTE_NAME);
        String target = text(request, UdpTag.COMPUTER_NAME);
        if (netId.length != AmsNetId.BYTES || name.isEmpty() || target.isEmpty()) {
            return AdsErrorCode.INVALID_PARAMETER;
        }
        if (!user.equalsIgnoreCase(text(request, UdpTag.USER_NAME))
                || !password.equals(text(request, UdpTag.PASSWORD))) {
            return AdsErrorCode.INVALID_ACCESS;
        }
        byte[] options = value(request, UdpTag.OPTIONS);
        RouteEntry route = new RouteEntry(
                new AmsNetId(AmsNetId.bitsAt(ByteBuffer.wrap(netId).order(ByteOrder.LITTLE_ENDIAN), 0)),
                RouteEntry.TCP_IP,
                options.length > 0 && options[0] == 1 ? RouteEntry.TEMPORARY : 0,
                5,
                target,
                name);
        return simulation.routes.add(route) ? AdsErrorCode.NO_ERROR : AdsErrorCode.NO_MEMORY;
    }

    private static byte[] value(UdpMessage request, int tag) {
        return request.tag(tag).map(UdpTag::value).orElse(new byte[0]);
    }

    private static String text(UdpMessage request, int tag) {
        return request.tag(tag).map(UdpTag::text).orElse("");
    }

    @Override
    public void close() {
        socket.close();
    }
}
