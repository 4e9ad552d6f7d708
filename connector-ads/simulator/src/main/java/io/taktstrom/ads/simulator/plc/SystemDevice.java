package io.taktstrom.ads.simulator.plc;

import java.nio.ByteBuffer;
import java.util.List;

import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AdsErrorCode;
import io.taktstrom.ads.protocol.AdsState;
import io.taktstrom.ads.protocol.AmsPort;
import io.taktstrom.ads.protocol.IndexGroup;
import io.taktstrom.ads.protocol.RouteEntry;

/** The system service, port 10000: available in CONFIG mode too, which it enters and leaves, and for the routes. */
public final class SystemDevice implements AmsDevice {

    /** Major, minor, build; of all devices. */
    public static final int TWINCAT_VERSION = 3 | 1 << 8 | 4024 << 16;

    /** Index group of state and version in one, with a counter of restarts. */
    private static final int EXTENDED_STATE = 240;

    private static final int EXTENDED_STATE_BYTES = 16;

    private final Plc plc;
    private final RouteTable routes;

    public SystemDevice(Plc plc, RouteTable routes) {
        this.plc = plc;
        this.routes = routes;
    }

    @Override
    public int port() {
        return AmsPort.SYSTEM_SERVICE;
    }

    @Override
    public String name() {
        return "TwinCAT System";
    }

    @Override
    public int adsState() {
        return plc.isConfig() ? AdsState.CONFIG : AdsState.RUN;
    }

    /** TwinCAT 3.1 reports 1 here (captured from ADS Monitor). */
    @Override
    public int deviceState() {
        return 1;
    }

    @Override
    public int read(int group, int offset, int length, ByteBuffer out, int at) {
        if (group == RouteEntry.LIST) {
            return readRoute(offset, length, out, at);
        }
        if (group == EXTENDED_STATE) {
            return extendedState(length, out, at);
        }
        return group == IndexGroup.DEVICE_STATE
                ? readStates(offset, length, out, at)
                : ~AdsErrorCode.INVALID_INDEX_GROUP;
    }

    /**
     * ADS state 2, device state 2, restarts 2, version 1, revision 1, build 2, platform 1, OS 1, flags 2, reserved 2 (as
     * ads-client of Node.js reads it, to notice a restart that was over before it looked). What no public source knows is 0.
     */
    private int extendedState(int length, ByteBuffer out, int at) {
        if (length < EXTENDED_STATE_BYTES) {
            return ~AdsErrorCode.INVALID_SIZE;
        }
        out.putShort(at, (short) adsState());
        out.putShort(at + 2, (short) deviceState());
        out.putShort(at + 4, (short) plc.restarts());
        out.putInt(at + 6, TWINCAT_VERSION);
        out.putShort(at + 10, (short) 0);
        out.putInt(at + 12, 0);
        return EXTENDED_STATE_BYTES;
    }

    private int readRoute(int number, int length, ByteBuffer out, int at) {
        List<RouteEntry> all = routes.entries();
        if (number < 0 || number >= all.size()) {
            return ~AdsErrorCode.NOT_FOUND;
        }
        byte[] bytes = all.get(number).bytes();
        if (bytes.length > length) {
            return ~AdsErrorCode.INVALID_SIZE;
        }
        out.put(at, bytes);
        return bytes.length;
    }

    @Override
    public int write(int group, int offset, ByteBuffer in, int at, int length) {
        if (group != RouteEntry.REMOVE) {
            return ~AdsErrorCode.INVALID_INDEX_GROUP;
        }
        byte[] name = new byte[length];
        in.get(at, name);
        return routes.remove(AdsBuffers.text(name)) ? 0 : ~AdsErrorCode.NOT_FOUND;
    }

    @Override
    public int readWrite(
            int group, int offset, ByteBuffer in, int inAt, int writeLength, ByteBuffer out, int at, int readLength) {
        return ~AdsErrorCode.INVALID_INDEX_GROUP;
    }

    @Override
    public int control(int adsState, int deviceState) {
        return switch (adsState) {
            case AdsState.RUN, AdsState.RESET -> plc.restart();
            case AdsState.CONFIG, AdsState.RECONFIG -> plc.enterConfig();
            default -> AdsErrorCode.SERVICE_NOT_SUPPORTED;
        };
    }

    @Override
    public int generation() {
        return plc.generation();
    }

    @Override
    public NotificationSource source(int group, int offset, int length) throws Refused {
        Refused.when(group != IndexGroup.DEVICE_STATE, AdsErrorCode.INVALID_INDEX_GROUP);
        return stateSource(group, offset, length);
    }
}
