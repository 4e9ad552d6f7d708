package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;
import java.nio.charset.Charset;

import io.taktstrom.spi.MalformedFrameException;

/**
 * Command 1: name and version of an ADS server (InfoSys "ADS Read Device Info").
 *
 * <pre>
 *  request:  no data
 *  response: 38       42      43      44      46                    62
 *           +--------+-------+-------+-------+---------------------+
 *           | result | major | minor | build | name, zero padded   |
 *           +--------+-------+-------+-------+---------------------+
 * </pre>
 */
public final class ReadDeviceInfoCommand {

    public static final int REQUEST_BYTES = 0;
    public static final int RESPONSE_BYTES = 24;

    private static final int MAJOR = AmsHeader.BYTES + 4;
    private static final int MINOR = AmsHeader.BYTES + 5;
    private static final int BUILD = AmsHeader.BYTES + 6;
    private static final int NAME = AmsHeader.BYTES + 8;
    private static final int NAME_BYTES = 16;

    private ReadDeviceInfoCommand() {}

    /** The request has the right size. */
    public static void checkRequest(ByteBuffer buffer, int frame) throws MalformedFrameException {
        Check.size(buffer, frame, REQUEST_BYTES);
    }

    /** Writes the data of a response without an error. */
    public static void writeResponse(
            ByteBuffer buffer, int frame, int major, int minor, int build, String name, Charset charset) {
        byte[] text = name.getBytes(charset);
        buffer.putInt(frame + AmsHeader.BYTES, AdsErrorCode.NO_ERROR);
        buffer.put(frame + MAJOR, (byte) major);
        buffer.put(frame + MINOR, (byte) minor);
        buffer.putShort(frame + BUILD, (short) build);
        for (int i = 0; i < NAME_BYTES; i++) {
            buffer.put(frame + NAME + i, i < text.length ? text[i] : 0);
        }
    }

    /** Returns the result; if it is 0, the readers may be used. */
    public static int checkResponse(ByteBuffer buffer, int frame) throws MalformedFrameException {
        return Check.response(buffer, frame, RESPONSE_BYTES);
    }

    public static int majorVersion(ByteBuffer buffer, int frame) {
        return Byte.toUnsignedInt(buffer.get(frame + MAJOR));
    }

    public static int minorVersion(ByteBuffer buffer, int frame) {
        return Byte.toUnsignedInt(buffer.get(frame + MINOR));
    }

    public static int build(ByteBuffer buffer, int frame) {
        return Short.toUnsignedInt(buffer.getShort(frame + BUILD));
    }

    /** The name up to its first zero byte; a name of 16 bytes has none. */
    public static String name(ByteBuffer buffer, int frame, Charset charset) {
        byte[] text = new byte[NAME_BYTES];
        buffer.get(frame + NAME, text);
        int length = 0;
        while (length < NAME_BYTES && text[length] != 0) {
            length++;
        }
        return new String(text, 0, length, charset);
    }
}
