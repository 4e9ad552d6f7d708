package io.taktstrom.benchmarks.ads;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.protocol.IndexGroup;

/** Whole request frames for the raw socket, written byte by byte: the limit owes nothing to our own codecs. */
public final class AdsFrames {

    private static final int HEADER_BYTES = 38;
    private static final int ADS_READ = 2;
    private static final int ADS_WRITE = 3;
    private static final int ADS_READ_WRITE = 9;
    private static final int REQUEST = 4;
    private static final int DINT_BYTES = 4;
    private static final int SOURCE_PORT = 32905;
    private static final AmsNetId SOURCE = AmsNetId.parse("127.0.0.1.9.7");

    private AdsFrames() {}

    /**
     * Where a variable lies.
     *
     * @param bytes of its value
     */
    public record Place(int group, int offset, int bytes) {

        /** As an address of our connector, without a type. */
        public String address() {
            return "0x%x:0x%x".formatted(group, offset);
        }
    }

    /** Asks the server for a variable by name. */
    public static Place locate(String uri, String variable) throws IOException {
        byte[] name = (variable + "\0").getBytes(StandardCharsets.US_ASCII);
        ByteBuffer frame = frame(uri, ADS_READ_WRITE, 16 + name.length);
        frame.putInt(IndexGroup.SYMBOL_BY_NAME)
                .putInt(0)
                .putInt(0xFFFF)
                .putInt(name.length)
                .put(name);
        try (Socket socket = new Socket()) {
            socket.connect(AdsContender.address(uri));
            socket.getOutputStream().write(bytes(frame));
            DataInputStream in = new DataInputStream(socket.getInputStream());
            ByteBuffer answer =
                    ByteBuffer.wrap(in.readNBytes(HEADER_BYTES + 8 + 16)).order(ByteOrder.LITTLE_ENDIAN);
            if (answer.remaining() < HEADER_BYTES + 24 || answer.getInt(HEADER_BYTES) != 0) {
                throw new IOException("the server at " + uri + " does not know " + variable);
            }
            int entry = HEADER_BYTES + 8;
            return new Place(answer.getInt(entry + 4), answer.getInt(entry + 8), answer.getInt(entry + 12));
        }
    }

    /** Where {@code MAIN.v0} lies; the others follow it. */
    static int firstOffset(String uri) throws IOException {
        return locate(uri, "MAIN.v0").offset();
    }

    /** Reads a variable. */
    public static byte[] read(String uri, Place place) {
        ByteBuffer frame = frame(uri, ADS_READ, 12);
        frame.putInt(place.group()).putInt(place.offset()).putInt(place.bytes());
        return bytes(frame);
    }

    /** Writes zeros to a variable. */
    public static byte[] write(String uri, Place place) {
        ByteBuffer frame = frame(uri, ADS_WRITE, 12 + place.bytes());
        frame.putInt(place.group()).putInt(place.offset()).putInt(place.bytes());
        return bytes(frame);
    }

    /** Where DINT number {@code index} lies. */
    static Place place(String uri, int index) throws IOException {
        return new Place(IndexGroup.PLC_DATA, firstOffset(uri) + index * DINT_BYTES, DINT_BYTES);
    }

    /** Reads DINT number {@code index}. */
    static byte[] read(String uri, int index) throws IOException {
        return read(uri, place(uri, index));
    }

    /** Reads DINT number {@code index} and the symbol version with one sum command. */
    static byte[] guardedRead(String uri, int index) throws IOException {
        Place place = place(uri, index);
        ByteBuffer frame = frame(uri, ADS_READ_WRITE, 16 + 2 * 12);
        frame.putInt(IndexGroup.SUM_READ).putInt(2).putInt(2 * 4 + place.bytes() + 1);
        frame.putInt(2 * 12);
        frame.putInt(place.group()).putInt(place.offset()).putInt(place.bytes());
        frame.putInt(IndexGroup.SYMBOL_VERSION).putInt(0).putInt(1);
        return bytes(frame);
    }

    /** Reads the first {@code count} DINTs with one sum command. */
    static byte[] sumRead(String uri, int count) throws IOException {
        int first = firstOffset(uri);
        ByteBuffer frame = frame(uri, ADS_READ_WRITE, 16 + 12 * count);
        frame.putInt(IndexGroup.SUM_READ).putInt(count).putInt(2 * DINT_BYTES * count);
        frame.putInt(12 * count);
        for (int i = 0; i < count; i++) {
            frame.putInt(IndexGroup.PLC_DATA).putInt(first + i * DINT_BYTES).putInt(DINT_BYTES);
        }
        return bytes(frame);
    }

    private static ByteBuffer frame(String uri, int command, int dataBytes) {
        String[] target = URI.create(uri).getPath().substring(1).split(":", -1);
        ByteBuffer frame = ByteBuffer.allocate(HEADER_BYTES + dataBytes).order(ByteOrder.LITTLE_ENDIAN);
        frame.putShort((short) 0).putInt(HEADER_BYTES - 6 + dataBytes);
        put(frame, new AmsAddress(AmsNetId.parse(target[0]), Integer.parseInt(target[1])));
        put(frame, new AmsAddress(SOURCE, SOURCE_PORT));
        return frame.putShort((short) command)
                .putShort((short) REQUEST)
                .putInt(dataBytes)
                .putInt(0)
                .putInt(0);
    }

    private static byte[] bytes(ByteBuffer frame) {
        byte[] bytes = new byte[frame.capacity()];
        frame.get(0, bytes);
        return bytes;
    }

    private static void put(ByteBuffer frame, AmsAddress address) {
        for (String part : address.netId().toString().split("\\.", -1)) {
            frame.put((byte) Integer.parseInt(part));
        }
        frame.putShort((short) address.port());
    }
}
