package io.taktstrom.ads.simulator;

import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.protocol.AmsPort;
import io.taktstrom.ads.protocol.RouteEntry;
import io.taktstrom.ads.simulator.plc.SystemDevice;
import io.taktstrom.ads.simulator.protocol.AmsWire;
import io.taktstrom.ads.simulator.table.TableWriter;
import org.jspecify.annotations.Nullable;

/**
 * The system service over UDP: says who the PLC is, and adds routes for those who know user and password. Reads and
 * writes datagrams on its own account, as {@link AmsWire} does: it shares no codec with the client that it tests.
 */
final class UdpListener implements Runnable, AutoCloseable {

    private static final Logger LOG = System.getLogger(UdpListener.class.getName());
    private static final long RETRY_NANOS = 10_000_000;

    private static final int MAX_BYTES = 1472;
    private static final int HEADER_BYTES = 24;
    private static final int COOKIE = 0x7114_6603;
    private static final int IDENTIFY = 1;
    private static final int ADD_ROUTE = 6;

    private static final int STATUS = 1;
    private static final int PASSWORD = 2;
    private static final int TWINCAT_VERSION = 3;
    private static final int OS_VERSION = 4;
    private static final int COMPUTER_NAME = 5;
    private static final int NET_ID = 7;
    private static final int OPTIONS = 9;
    private static final int ROUTE_NAME = 12;
    private static final int USER_NAME = 13;

    /** Windows 10, build 19045, as OSVERSIONINFO: 276 bytes in all captured answers. */
    private static final int OS_BYTES = 276;

    private final Simulation simulation;
    private final Login login;
    private final DatagramSocket socket;

    UdpListener(Simulation simulation, InetSocketAddress address, Login login) throws IOException {
        this.simulation = simulation;
        this.login = login;
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
        byte[] bytes = new byte[MAX_BYTES + 1];
        while (!socket.isClosed()) {
            try {
                DatagramPacket packet = new DatagramPacket(bytes, bytes.length);
                socket.receive(packet);
                ByteBuffer in = ByteBuffer.wrap(bytes, 0, packet.getLength()).order(ByteOrder.LITTLE_ENDIAN);
                ByteBuffer out = AdsBuffers.heap(MAX_BYTES);
                if (packet.getLength() <= MAX_BYTES && answer(in, out)) {
                    byte[] answer = new byte[out.position()];
                    out.get(0, answer);
                    socket.send(new DatagramPacket(answer, answer.length, packet.getSocketAddress()));
                }
            } catch (IOException | RuntimeException | Error e) {
                // Whatever one datagram does, the next is answered.
                if (!socket.isClosed()) {
                    LOG.log(Level.WARNING, simulation.name + ": a datagram was not answered: " + e);
                    LockSupport.parkNanos(RETRY_NANOS);
                }
            }
        }
    }

    /** Returns whether there is anything to answer: TwinCAT says nothing to what it does not understand. */
    private boolean answer(ByteBuffer in, ByteBuffer out) {
        if (in.remaining() < HEADER_BYTES || in.getInt(0) != COOKIE) {
            return false;
        }
        int service = in.getInt(8);
        Map<Integer, byte[]> tags = tags(in);
        if (tags == null || (service != IDENTIFY && service != ADD_ROUTE)) {
            return false;
        }
        out.putInt(COOKIE).putInt(in.getInt(4)).putInt(service | 0x8000_0000);
        out.putInt((int) simulation.netId()).putShort((short) (simulation.netId() >>> 32));
        out.putShort((short) AmsPort.SYSTEM_SERVICE);
        if (service == IDENTIFY) {
            identify(out.putInt(3));
        } else {
            out.putInt(1).putShort((short) STATUS).putShort((short) 4).putInt(add(tags));
        }
        return true;
    }

    private static @Nullable Map<Integer, byte[]> tags(ByteBuffer in) {
        Map<Integer, byte[]> tags = new HashMap<>();
        in.position(HEADER_BYTES);
        for (int left = in.getInt(20); left != 0; left--) {
            if (in.remaining() < 4) {
                return null;
            }
            int id = in.getShort() & 0xFFFF;
            int length = in.getShort() & 0xFFFF;
            if (length > in.remaining()) {
                return null;
            }
            byte[] value = new byte[length];
            in.get(value);
            tags.putIfAbsent(id, value);
        }
        return tags;
    }

    private void identify(ByteBuffer out) {
        byte[] name = "SIMULATOR\0".getBytes(StandardCharsets.US_ASCII);
        out.putShort((short) COMPUTER_NAME).putShort((short) name.length).put(name);
        out.putShort((short) OS_VERSION).putShort((short) OS_BYTES);
        out.putInt(OS_BYTES).putInt(10).putInt(0).putInt(19_045).putInt(2).position(out.position() + OS_BYTES - 20);
        out.putShort((short) TWINCAT_VERSION).putShort((short) 4).putInt(SystemDevice.TWINCAT_VERSION);
    }

    private int add(Map<Integer, byte[]> tags) {
        byte[] netId = tags.getOrDefault(NET_ID, new byte[0]);
        String name = text(tags, ROUTE_NAME);
        String address = text(tags, COMPUTER_NAME);
        if (netId.length != AmsNetId.BYTES || name.isEmpty() || address.isEmpty()) {
            return AdsErrorCode.INVALID_PARAMETER;
        }
        if (!login.accepts(text(tags, USER_NAME), text(tags, PASSWORD))) {
            return AdsErrorCode.INVALID_ACCESS;
        }
        byte[] options = tags.getOrDefault(OPTIONS, new byte[1]);
        RouteEntry route = new RouteEntry(
                new AmsNetId(AmsNetId.bitsAt(ByteBuffer.wrap(netId).order(ByteOrder.LITTLE_ENDIAN), 0)),
                RouteEntry.TCP_IP,
                options.length > 0 && options[0] == 1 ? RouteEntry.TEMPORARY : 0,
                5,
                address,
                name);
        return simulation.routes.add(route) ? AdsErrorCode.NO_ERROR : AdsErrorCode.NO_MEMORY;
    }

    private static String text(Map<Integer, byte[]> tags, int id) {
        return TableWriter.text(tags.getOrDefault(id, new byte[0]), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() {
        socket.close();
    }
}
