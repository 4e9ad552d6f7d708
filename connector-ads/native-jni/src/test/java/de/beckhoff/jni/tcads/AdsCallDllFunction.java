package de.beckhoff.jni.tcads;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

import de.beckhoff.jni.JNIByteBuffer;
import de.beckhoff.jni.JNILong;
import io.taktstrom.ads.jni.ShimForOthers;

public final class AdsCallDllFunction {

    private static final ShimForOthers SHIM;

    static {
        try {
            System.loadLibrary("AdsToJava-3");
        } catch (UnsatisfiedLinkError e) {
            // It prints, and goes on.
            System.out.println(e.getMessage());
        }
        SHIM = new ShimForOthers(
                (user, time, data) -> AdsCallbackObject.tell(new AdsNotificationHeader(time, data), user));
    }

    private AdsCallDllFunction() {}

    private static long bits(AmsNetId netId) {
        long bits = 0;
        for (int i = 0; i < 6; i++) {
            bits |= ((long) netId.getCharArr()[i]) << (Byte.SIZE * i);
        }
        return bits;
    }

    private static long bits(AmsAddr address) {
        return bits(address.getNetId()) | ((long) address.getPort() << 48);
    }

    public static AdsCallbackObject getAdsCallbackObject() {
        return new AdsCallbackObject();
    }

    public static long adsPortOpenEx() {
        return SHIM.openPort();
    }

    public static long adsPortCloseEx(long port) {
        return SHIM.closePort(port);
    }

    public static long adsAddLocalRoute(AmsNetId netId, String host) {
        return SHIM.addRoute(bits(netId), host);
    }

    public static long adsDelLocalRoute(AmsNetId netId) {
        SHIM.deleteRoute(bits(netId));
        return 0;
    }

    public static long adsSetLocalAddress(AmsNetId netId) {
        SHIM.setLocalNetId(bits(netId));
        return 0;
    }

    public static long getLocalAddressEx(long port, AmsAddr into) {
        long bits = SHIM.localAddress(port);
        char[] parts = new char[6];
        for (int i = 0; i < parts.length; i++) {
            parts[i] = (char) (bits >>> (Byte.SIZE * i) & 0xFF);
        }
        into.setNetId(new AmsNetId(parts));
        into.setPort((int) (bits >>> 48));
        return 0;
    }

    public static long adsSyncSetTimeoutEx(long port, long millis) {
        return SHIM.setTimeout(port, millis);
    }

    public static long adsSyncReadReqEx2(
            long port, AmsAddr target, long group, long offset, long length, JNIByteBuffer into, JNILong received) {
        long[] count = new long[1];
        long code = SHIM.read(port, bits(target), group, offset, into.forRequest(length), count);
        received.setLong(count[0]);
        return code;
    }

    /** The overload that the adapter must not take. */
    public static long adsSyncReadReqEx2(
            long port, AmsAddr target, long group, long offset, long length, JNIByteBuffer into, long received) {
        // How many bytes came would be lost.
        return 0x701;
    }

    public static long adsSyncWriteReqExArray(
            long port, AmsAddr target, long group, long offset, long length, byte[] from) {
        return SHIM.write(port, bits(target), group, offset, new JNIByteBuffer(from).forRequest(length));
    }

    public static long adsSyncReadWriteReqEx2(
            long port,
            AmsAddr target,
            long group,
            long offset,
            long readLength,
            JNIByteBuffer into,
            long writeLength,
            JNIByteBuffer from,
            JNILong received) {
        long[] count = new long[1];
        long code = SHIM.readWrite(
                port, bits(target), group, offset, into.forRequest(readLength), from.forRequest(writeLength), count);
        received.setLong(count[0]);
        return code;
    }

    public static long adsSyncReadStateReqEx(long port, AmsAddr target, AdsState adsState, AdsState deviceState) {
        byte[] bytes = new byte[4];
        long code = SHIM.readState(port, bits(target), bytes);
        ByteBuffer states = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        adsState.setState(states.getShort());
        deviceState.setState(states.getShort());
        return code;
    }

    public static long adsSyncWriteControlReqEx(
            long port, AmsAddr target, int adsState, int deviceState, long length, JNIByteBuffer from) {
        return SHIM.writeControl(port, bits(target), adsState, deviceState, from.forRequest(length));
    }

    public static long adsSyncReadDeviceInfoReqEx(long port, AmsAddr target, AdsDevName name, AdsVersion version) {
        byte[] bytes = new byte[20];
        long code = SHIM.readDeviceInfo(port, bits(target), bytes);
        ByteBuffer info = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        version.set(info.get(0) & 0xFF, info.get(1) & 0xFF, info.getShort(2));
        String text = new String(bytes, 4, 16, StandardCharsets.ISO_8859_1);
        int end = text.indexOf(0);
        name.setDevName(end < 0 ? text : text.substring(0, end));
        return code;
    }

    public static long adsSyncAddDeviceNotificationReqEx(
            long port,
            AmsAddr target,
            long group,
            long offset,
            AdsNotificationAttrib attributes,
            long user,
            JNILong handle) {
        long[] given = new long[1];
        long code = SHIM.addNotification(
                port,
                bits(target),
                group,
                offset,
                attributes.length(),
                attributes.mode(),
                attributes.maxDelay(),
                attributes.cycleTime(),
                user,
                given);
        handle.setLong(given[0]);
        return code;
    }

    public static long adsSyncDelDeviceNotificationReqEx(long port, AmsAddr target, JNILong handle) {
        return SHIM.deleteNotification(port, bits(target), handle.getLong());
    }
}
