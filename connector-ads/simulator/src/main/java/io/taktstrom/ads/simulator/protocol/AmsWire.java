package io.taktstrom.ads.simulator.protocol;

import java.nio.ByteBuffer;

import io.taktstrom.ads.protocol.AdsCommand;
import io.taktstrom.ads.protocol.AmsHeader;

/** Writes {@linkplain AmsHeader headers} without an object for each address: net id and port are one number. */
public final class AmsWire {

    private AmsWire() {}

    /** Header of the answer to the request at {@code request}. */
    public static void putResponse(ByteBuffer in, int request, ByteBuffer out, int at, int error, int dataBytes) {
        put(
                out,
                at,
                in.getLong(request + AmsHeader.SOURCE_NET_ID),
                in.getLong(request + AmsHeader.TARGET_NET_ID),
                AmsHeader.command(in, request),
                AmsHeader.FLAG_ADS | AmsHeader.FLAG_RESPONSE,
                dataBytes);
        out.putInt(at + AmsHeader.ERROR, error);
        out.putInt(at + AmsHeader.INVOKE_ID, AmsHeader.invokeId(in, request));
    }

    static void putNotification(ByteBuffer out, int at, long client, long server, int dataBytes) {
        put(out, at, client, server, AdsCommand.DEVICE_NOTIFICATION, AmsHeader.FLAG_ADS, dataBytes);
        out.putLong(at + AmsHeader.ERROR, 0);
    }

    private static void put(ByteBuffer out, int at, long target, long source, int command, int flags, int dataBytes) {
        out.putShort(at + AmsHeader.RESERVED, (short) 0);
        out.putInt(at + AmsHeader.LENGTH, AmsHeader.BYTES - AmsHeader.TCP_BYTES + dataBytes);
        out.putLong(at + AmsHeader.TARGET_NET_ID, target);
        out.putLong(at + AmsHeader.SOURCE_NET_ID, source);
        out.putShort(at + AmsHeader.COMMAND, (short) command);
        out.putShort(at + AmsHeader.FLAGS, (short) flags);
        out.putInt(at + AmsHeader.DATA_LENGTH, dataBytes);
    }
}
