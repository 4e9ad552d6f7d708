package io.taktstrom.ads.protocol;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import io.taktstrom.spi.MalformedFrameException;

/**
 * A datagram of TwinCAT's system service, UDP port 48899: who is there, and adding a route. Nothing in it is encrypted.
 *
 * <pre>
 *   0          4           8         12              18     20       24    26
 *  +----------+-----------+---------+---------------+------+--------+-----+--------+- - - -+----
 *  | 71146603 | invoke id | service | sender net id | port | count  | tag | length | bytes | ...
 *  +----------+-----------+---------+---------------+------+--------+-----+--------+- - - -+----
 * </pre>
 *
 * All fields are little-endian. The layout is undocumented; it follows from frames of TwinCAT 2.11 and 3.1 (captures
 * ads-tc2-cx-addroute*, plc4x ParserSerializerTestsuite) and agrees with AdsLib, which also gives the names.
 *
 * @param invokeId chosen by who asks, and repeated in the answer; all known clients choose 0
 * @param service see {@link #IDENTIFY} and {@link #ADD_ROUTE}; an answer has {@link #RESPONSE} set, too
 */
public record UdpMessage(int invokeId, int service, AmsAddress sender, List<UdpTag> tags) {

    /** Of the system service; has nothing to do with the TCP port of the router. */
    public static final int PORT = 48_899;

    /** Largest datagram that is read: what fits an Ethernet frame. The largest captured has 401 bytes. */
    public static final int MAX_BYTES = 1472;

    /** Most tags that are read; the most captured are 5. */
    public static final int MAX_TAGS = 64;

    /** Who are you? Without tags. */
    public static final int IDENTIFY = 1;

    public static final int ADD_ROUTE = 6;

    /** Set in the service of an answer. */
    public static final int RESPONSE = 0x8000_0000;

    private static final int COOKIE = 0x7114_6603;
    private static final int HEADER_BYTES = 24;
    private static final int TAGS = 20;
    private static final int TAG_HEADER_BYTES = 4;

    public UdpMessage {
        tags = List.copyOf(tags);
        if (size(tags) > MAX_BYTES || tags.size() > MAX_TAGS) {
            throw new IllegalArgumentException("a message of " + size(tags) + " bytes with " + tags.size()
                    + " tags; allowed are " + MAX_BYTES + " bytes with " + MAX_TAGS + " tags");
        }
    }

    public static UdpMessage request(int service, AmsAddress sender, List<UdpTag> tags) {
        return new UdpMessage(0, service, sender, tags);
    }

    public boolean isAnswerTo(UdpMessage request) {
        return service == (request.service | RESPONSE) && invokeId == request.invokeId;
    }

    /** The first tag of a kind. */
    public Optional<UdpTag> tag(int id) {
        return tags.stream().filter(tag -> tag.id() == id).findFirst();
    }

    /**
     * Reads a datagram. Every length is checked against what is there; bytes behind the last tag are let pass.
     *
     * @throws MalformedFrameException if it is anything else
     */
    public static UdpMessage read(byte[] bytes, int length) throws MalformedFrameException {
        if (length < HEADER_BYTES || length > MAX_BYTES) {
            throw new MalformedFrameException(
                    "datagram of " + length + " bytes, allowed are " + HEADER_BYTES + " to " + MAX_BYTES, 0);
        }
        ByteBuffer buffer = ByteBuffer.wrap(bytes, 0, length).order(ByteOrder.LITTLE_ENDIAN);
        int cookie = buffer.getInt();
        if (cookie != COOKIE) {
            throw new MalformedFrameException("datagram starts with 0x" + Integer.toHexString(cookie), 0);
        }
        int invokeId = buffer.getInt();
        int service = buffer.getInt();
        AmsAddress sender = new AmsAddress(
                new AmsNetId(AmsNetId.bitsAt(buffer, buffer.position())),
                Short.toUnsignedInt(buffer.getShort(buffer.position() + AmsNetId.BYTES)));
        buffer.position(TAGS);
        int count = buffer.getInt();
        if (Integer.compareUnsigned(count, MAX_TAGS) > 0) {
            throw new MalformedFrameException(
                    Integer.toUnsignedString(count) + " tags, allowed are at most " + MAX_TAGS, TAGS);
        }
        List<UdpTag> tags = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            tags.add(tag(buffer, i));
        }
        return new UdpMessage(invokeId, service, sender, tags);
    }

    private static UdpTag tag(ByteBuffer buffer, int number) throws MalformedFrameException {
        int at = buffer.position();
        try {
            int id = Short.toUnsignedInt(buffer.getShort());
            byte[] value = new byte[Math.min(Short.toUnsignedInt(buffer.getShort()), MAX_BYTES)];
            buffer.get(value);
            return new UdpTag(id, value);
        } catch (BufferUnderflowException e) {
            throw new MalformedFrameException("tag " + number + " is cut off", at);
        }
    }

    /** As sent. */
    public byte[] bytes() {
        ByteBuffer buffer = ByteBuffer.allocate(size(tags)).order(ByteOrder.LITTLE_ENDIAN);
        buffer.putInt(COOKIE).putInt(invokeId).putInt(service);
        AmsNetId.putBits(buffer, buffer.position(), sender.netId().bits());
        buffer.position(buffer.position() + AmsNetId.BYTES);
        buffer.putShort((short) sender.port()).putInt(tags.size());
        for (UdpTag tag : tags) {
            byte[] value = tag.value();
            buffer.putShort((short) tag.id()).putShort((short) value.length).put(value);
        }
        return buffer.array();
    }

    private static int size(List<UdpTag> tags) {
        return tags.stream().mapToInt(tag -> TAG_HEADER_BYTES + tag.length()).sum() + HEADER_BYTES;
    }
}
