package io.taktstrom.ads.simulator;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.simulator.model.AdsModel;

import static org.assertj.core.api.Assertions.assertThat;

/** An ADS client of a few lines without a codec: every offset in it is written out by hand. */
final class RawClient implements AutoCloseable {

    static final int LIMIT_MILLIS = 30_000;

    /** An answer: the AMS header's error, and the data behind the header. */
    record Answer(int amsError, ByteBuffer data) {

        /** The first four bytes of the data. */
        int result() {
            return data.getInt(0);
        }

        /** What Read and ReadWrite return behind result and length. */
        ByteBuffer bytes() {
            if (amsError != 0 || result() != 0) {
                throw new AssertionError("AMS error " + Integer.toHexString(amsError) + ", result "
                        + Integer.toHexString(data.capacity() < 4 ? 0 : result()));
            }
            int length = data.getInt(4);
            if (length != data.capacity() - 8) {
                throw new AssertionError("length " + length + " of " + data.capacity() + " bytes");
            }
            return data.slice(8, length).order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    /** One value of a notification. */
    record Sample(long fileTime, int stamp, int handle, ByteBuffer bytes) {}

    /** One notification frame. */
    record Notification(int stamps, List<Sample> samples) {}

    private final Socket socket;
    private final DataInputStream in;
    private final Deque<Notification> notifications = new ArrayDeque<>();
    private final AmsNetId netId;
    private int port = 851;
    private int invokeId = 1;

    RawClient(AdsSimulator simulator) throws IOException {
        this(simulator.address(), simulator.amsAddress().netId());
    }

    RawClient(InetSocketAddress address) throws IOException {
        this(address, AdsModel.DEFAULT_NET_ID);
    }

    private RawClient(InetSocketAddress address, AmsNetId netId) throws IOException {
        this.netId = netId;
        socket = new Socket();
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(LIMIT_MILLIS);
        socket.connect(address, LIMIT_MILLIS);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 65_536));
    }

    /** From now on requests go to this AMS port. */
    RawClient port(int newPort) {
        port = newPort;
        return this;
    }

    Socket socket() {
        return socket;
    }

    void sendRaw(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    byte[] frame(int command, byte[] data) {
        ByteBuffer frame = ByteBuffer.allocate(38 + data.length).order(ByteOrder.LITTLE_ENDIAN);
        frame.putShort((short) 0).putInt(32 + data.length);
        frame.putInt((int) netId.bits()).putShort((short) (netId.bits() >>> 32)).putShort((short) port);
        frame.put(new byte[] {10, 20, 30, 40, 1, 1}).putShort((short) 33_000);
        frame.putShort((short) command).putShort((short) 4).putInt(data.length).putInt(0);
        frame.putInt(invokeId++).put(data);
        return frame.array();
    }

    Answer ask(int command, byte[] data) throws IOException {
        sendRaw(frame(command, data));
        return answer();
    }

    /** The next frame that is not a notification. */
    Answer answer() throws IOException {
        while (true) {
            ByteBuffer frame = readFrame();
            if (frame.getShort(22) != 8) {
                if (frame.getShort(24) != 5) {
                    throw new AssertionError("flags " + frame.getShort(24));
                }
                return new Answer(
                        frame.getInt(30), frame.slice(38, frame.capacity() - 38).order(ByteOrder.LITTLE_ENDIAN));
            }
            notifications.add(parse(frame));
        }
    }

    Notification notification() throws IOException {
        while (notifications.isEmpty()) {
            ByteBuffer frame = readFrame();
            if (frame.getShort(22) != 8) {
                throw new AssertionError("an answer where a notification was expected");
            }
            notifications.add(parse(frame));
        }
        return notifications.remove();
    }

    /** Samples of as many frames as it takes. */
    List<Sample> samples(int count) throws IOException {
        List<Sample> samples = new ArrayList<>();
        while (samples.size() < count) {
            samples.addAll(notification().samples());
        }
        return samples;
    }

    private ByteBuffer readFrame() throws IOException {
        byte[] head = new byte[6];
        in.readFully(head);
        int length = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt(2);
        byte[] frame = new byte[6 + length];
        System.arraycopy(head, 0, frame, 0, 6);
        in.readFully(frame, 6, length);
        return ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static Notification parse(ByteBuffer frame) {
        if (frame.getInt(38) != frame.capacity() - 42 || frame.getInt(26) != frame.capacity() - 38) {
            throw new AssertionError("lengths of a notification do not fit together");
        }
        int stamps = frame.getInt(42);
        List<Sample> samples = new ArrayList<>();
        int at = 46;
        for (int stamp = 0; stamp < stamps; stamp++) {
            long fileTime = frame.getLong(at);
            int count = frame.getInt(at + 8);
            at += 12;
            for (int i = 0; i < count; i++) {
                int size = frame.getInt(at + 4);
                samples.add(new Sample(
                        fileTime,
                        stamp,
                        frame.getInt(at),
                        frame.slice(at + 8, size).order(ByteOrder.LITTLE_ENDIAN)));
                at += 8 + size;
            }
        }
        if (at != frame.capacity()) {
            throw new AssertionError("a notification has " + (frame.capacity() - at) + " bytes too many");
        }
        return new Notification(stamps, samples);
    }

    /** Whether the other end has closed the connection; waits for that, or for bytes. */
    boolean isClosed() throws IOException {
        try {
            in.readByte();
            return false;
        } catch (EOFException | SocketException e) {
            return true;
        }
    }

    Answer read(int group, int offset, int length) throws IOException {
        return ask(2, ints(group, offset, length));
    }

    Answer write(int group, int offset, byte[] value) throws IOException {
        return ask(3, concat(ints(group, offset, value.length), value));
    }

    Answer readWrite(int group, int offset, int readLength, byte[] value) throws IOException {
        return ask(9, concat(ints(group, offset, readLength, value.length), value));
    }

    /** A read-write request with a name. */
    Answer byName(int group, int readLength, String name) throws IOException {
        return readWrite(group, 0, readLength, zeroTerminated(name));
    }

    /** Reads four bytes. */
    int readInt(int group, int offset) throws IOException {
        return read(group, offset, 4).bytes().getInt(0);
    }

    int handle(String name) throws IOException {
        return byName(0xF003, 4, name).bytes().getInt(0);
    }

    Answer addNotification(int group, int offset, int length, int mode, int maxDelay, int cycle) throws IOException {
        return ask(6, notificationRequest(group, offset, length, mode, maxDelay, cycle));
    }

    static byte[] notificationRequest(int group, int offset, int length, int mode, int maxDelay, int cycle) {
        return concat(ints(group, offset, length, mode, maxDelay, cycle), new byte[16]);
    }

    /** The answer has no AMS error, and this ADS result. */
    static void assertResult(int expected, Answer answer) {
        assertThat(answer.result()).isEqualTo(expected);
    }

    static byte[] ints(int... values) {
        ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        for (int value : values) {
            bytes.putInt(value);
        }
        return bytes.array();
    }

    static byte[] concat(byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        ByteBuffer all = ByteBuffer.allocate(length);
        for (byte[] part : parts) {
            all.put(part);
        }
        return all.array();
    }

    static byte[] zeroTerminated(String text) {
        return (text + "\0").getBytes(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
