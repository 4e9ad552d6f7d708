package de.beckhoff.jni.tcads;

public final class AdsNotificationHeader {

    private final long time;
    private final byte[] data;

    AdsNotificationHeader(long time, byte[] data) {
        this.time = time;
        this.data = data;
    }

    public long getNTimeStamp() {
        return time;
    }

    public byte[] getData() {
        return data.clone();
    }
}
