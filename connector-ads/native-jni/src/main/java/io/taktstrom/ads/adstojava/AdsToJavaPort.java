package io.taktstrom.ads.adstojava;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import io.taktstrom.ads.adslib.AdsPort;
import io.taktstrom.ads.protocol.AdsBuffers;
import io.taktstrom.ads.protocol.AmsAddress;
import io.taktstrom.ads.protocol.AmsNetId;
import io.taktstrom.ads.protocol.TransmissionMode;

import static java.lang.Integer.toUnsignedLong;

/** A port by way of AdsToJava. Each request makes garbage: AdsToJava copies, and so must we. */
final class AdsToJavaPort implements AdsPort {

    private static final int FIRST_BYTES = 256;
    private static final int STATE_BYTES = 2;
    /** Where the device info has its name, behind the version. */
    private static final int NAME = 4;

    private static final int NAME_BYTES = 16;
    /** ADSERR_DEVICE_TRANSMODENOTSUPP (InfoSys, ADS return codes). */
    private static final int MODE_NOT_SUPPORTED = 0x713;

    private final AdsToJava ads;
    private final long port;
    private final Object target;
    private final Object received;
    private final Object handle;
    private ByteBuffer out = AdsBuffers.heap(FIRST_BYTES);
    private ByteBuffer in = AdsBuffers.heap(FIRST_BYTES);
    private int receivedBytes;

    AdsToJavaPort(AdsToJava ads, long port, AmsAddress target) {
        this.ads = ads;
        this.port = port;
        this.target = ads.newAddress();
        this.received = ads.newLong(0);
        this.handle = ads.newLong(0);
        ads.setNetId(this.target, AdsToJavaLibrary.netId(ads, target.netId()));
        ads.setPort(this.target, target.port());
    }

    @Override
    public ByteBuffer out(int bytes) {
        if (bytes > out.capacity()) {
            out = AdsBuffers.heap(AdsBuffers.roomFor(bytes));
        }
        return out;
    }

    @Override
    public ByteBuffer in(int bytes) {
        if (bytes > in.capacity()) {
            in = AdsBuffers.heap(AdsBuffers.roomFor(bytes));
        }
        return in;
    }

    /** The first bytes to send, and not one more: see the package. */
    private byte[] toSend(int length) {
        byte[] bytes = new byte[length];
        out.get(0, bytes);
        return bytes;
    }

    private int answered(long code, Object bytes, int length) {
        receivedBytes = (int) Math.min(Math.max(0, ads.getLong(received)), length);
        in.put(0, ads.getByteArray(bytes), 0, receivedBytes);
        return (int) code;
    }

    @Override
    public int read(int indexGroup, int indexOffset, int length) {
        Object bytes = ads.newBytes(length);
        long code = ads.adsSyncReadReqEx2(
                port, target, toUnsignedLong(indexGroup), toUnsignedLong(indexOffset), length, bytes, received);
        return answered(code, bytes, length);
    }

    @Override
    public int write(int indexGroup, int indexOffset, int length) {
        return (int) ads.adsSyncWriteReqExArray(
                port, target, toUnsignedLong(indexGroup), toUnsignedLong(indexOffset), length, toSend(length));
    }

    @Override
    public int readWrite(int indexGroup, int indexOffset, int readLength, int writeLength) {
        Object bytes = ads.newBytes(readLength);
        long code = ads.adsSyncReadWriteReqEx2(
                port,
                target,
                toUnsignedLong(indexGroup),
                toUnsignedLong(indexOffset),
                readLength,
                bytes,
                writeLength,
                ads.newBytes(toSend(writeLength)),
                received);
        return answered(code, bytes, readLength);
    }

    @Override
    public int received() {
        return receivedBytes;
    }

    @Override
    public int readState() {
        Object adsState = ads.newState();
        Object deviceState = ads.newState();
        long code = ads.adsSyncReadStateReqEx(port, target, adsState, deviceState);
        in.putShort(0, ads.getState(adsState));
        in.putShort(STATE_BYTES, ads.getState(deviceState));
        return (int) code;
    }

    @Override
    public int writeControl(int adsState, int deviceState, int length) {
        return (int)
                ads.adsSyncWriteControlReqEx(port, target, adsState, deviceState, length, ads.newBytes(toSend(length)));
    }

    @Override
    public int readDeviceInfo() {
        Object name = ads.newName();
        Object version = ads.newVersion();
        long code = ads.adsSyncReadDeviceInfoReqEx(port, target, name, version);
        in.put(0, (byte) ads.getVersion(version));
        in.put(1, (byte) ads.getRevision(version));
        in.putShort(2, ads.getBuild(version));
        byte[] text = ads.getDevName(name).getBytes(StandardCharsets.ISO_8859_1);
        for (int i = 0; i < NAME_BYTES; i++) {
            in.put(NAME + i, i < text.length ? text[i] : 0);
        }
        return (int) code;
    }

    @Override
    public int addNotification(
            int indexGroup, int indexOffset, int length, int mode, int maxDelay, int cycleTime, int user) {
        if (mode > TransmissionMode.ON_CHANGE) {
            return MODE_NOT_SUPPORTED;
        }
        Object attributes = ads.newAttributes();
        ads.setCbLength(attributes, toUnsignedLong(length));
        ads.setNTransMode(attributes, mode);
        ads.setNMaxDelay(attributes, toUnsignedLong(maxDelay));
        ads.setNCycleTime(attributes, toUnsignedLong(cycleTime));
        // Has the same place in the C structure, and is written there last.
        ads.setDwChangeFilter(attributes, toUnsignedLong(cycleTime));
        return (int) ads.adsSyncAddDeviceNotificationReqEx(
                port,
                target,
                toUnsignedLong(indexGroup),
                toUnsignedLong(indexOffset),
                attributes,
                toUnsignedLong(user),
                handle);
    }

    @Override
    public int handle() {
        return (int) ads.getLong(handle);
    }

    @Override
    public int deleteNotification(int handle) {
        return (int) ads.adsSyncDelDeviceNotificationReqEx(port, target, ads.newLong(toUnsignedLong(handle)));
    }

    @Override
    public int setTimeout(int millis) {
        return (int) ads.adsSyncSetTimeoutEx(port, millis);
    }

    @Override
    public AmsAddress localAddress() {
        Object address = ads.newAddress();
        ads.getLocalAddressEx(port, address);
        char[] parts = ads.getCharArr(ads.getNetId(address));
        long bits = 0;
        for (int i = 0; i < AmsNetId.BYTES; i++) {
            bits |= (parts[i] & 0xFFL) << (Byte.SIZE * i);
        }
        return new AmsAddress(new AmsNetId(bits), ads.getPort(address) & 0xFFFF);
    }

    @Override
    public int close() {
        return (int) ads.adsPortCloseEx(port);
    }
}
