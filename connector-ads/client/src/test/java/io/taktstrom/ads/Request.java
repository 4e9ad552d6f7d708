package io.taktstrom.ads;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

import io.taktstrom.ads.protocol.AmsHeader;

/**
 * A request frame as a peer sees it, and frames to answer it with. Offsets are written out: nothing is shared with the
 * client.
 */
record Request(ByteBuffer frame) {

    int command() {
        return frame.getShort(22);
    }

    int port() {
        return Short.toUnsignedInt(frame.getShort(12));
    }

    String targetNetId() {
        return netId(6);
    }

    String sourceNetId() {
        return netId(14);
    }

    private String netId(int at) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 6; i++) {
            text.append(i == 0 ? "" : ".").append(frame.get(at + i) & 0xFF);
        }
        return text.toString();
    }

    int sourcePort() {
        return Short.toUnsignedInt(frame.getShort(20));
    }

    int invokeId() {
        return frame.getInt(34);
    }

    /** 0 for a request that is too short to have it. */
    private int field(int at) {
        return at + 4 <= frame.limit() ? frame.getInt(at) : 0;
    }

    int group() {
        return field(38);
    }

    int offset() {
        return field(42);
    }

    /** Of a read, a write or a read-write: the first length. */
    int length() {
        return field(46);
    }

    /** Position of what a ReadWrite sends. */
    static final int WRITTEN = 54;

    String writtenText() {
        byte[] text = new byte[frame.getInt(50)];
        frame.get(WRITTEN, text);
        return new String(text, StandardCharsets.ISO_8859_1);
    }

    /** An answer with this data, beginning with its result. */
    byte[] answer(byte[] data) {
        return answer(0, invokeId(), data);
    }

    byte[] answer(int amsError, int invokeId, byte[] data) {
        ByteBuffer answer = little(AmsHeader.BYTES + data.length);
        answer.putInt(2, 32 + data.length);
        answer.put(6, frame, 14, 8).put(14, frame, 6, 8);
        answer.putShort(22, frame.getShort(22)).putShort(24, (short) 5).putInt(26, data.length);
        answer.putInt(30, amsError).putInt(34, invokeId).put(38, data);
        return bytes(answer);
    }

    /** An answer that is only a result. */
    byte[] result(int code) {
        return answer(little(4).putInt(code).array());
    }

    /** The good answer to a read or a read-write. */
    byte[] value(byte[] value) {
        return answer(little(8 + value.length)
                .putInt(0)
                .putInt(value.length)
                .put(value)
                .array());
    }

    byte[] value(int dint) {
        return value(little(4).putInt(dint).array());
    }

    /**
     * A notification from the target of this request to its source: one stamp, one sample for each pair of handle and
     * value.
     */
    byte[] notification(long fileTime, int... handlesAndValues) {
        int samples = handlesAndValues.length / 2;
        ByteBuffer data = little(8 + 12 + samples * 12);
        data.putInt(4 + 12 + samples * 12).putInt(1).putLong(fileTime).putInt(samples);
        for (int i = 0; i < handlesAndValues.length; i += 2) {
            data.putInt(handlesAndValues[i]).putInt(4).putInt(handlesAndValues[i + 1]);
        }
        return notification(bytes(data));
    }

    byte[] notification(byte[] data) {
        byte[] frame = answer(0, 0, data);
        little(frame).putShort(22, (short) 8).putShort(24, (short) 4);
        return frame;
    }

    static ByteBuffer little(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    static byte[] bytes(ByteBuffer whole) {
        byte[] bytes = new byte[whole.capacity()];
        whole.get(0, bytes);
        return bytes;
    }
}
