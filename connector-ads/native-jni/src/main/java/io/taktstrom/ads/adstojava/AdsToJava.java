package io.taktstrom.ads.adstojava;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;

/**
 * What we use of AdsToJava, under its own names; {@link AdsToJavaBinder} makes calls of its classes out of it. Each of its
 * classes is {@code Object} here. Functions return ADS return codes, unless it says otherwise; what is unsigned in C has
 * twice the bits.
 */
interface AdsToJava {

    String FUNCTIONS = "tcads.AdsCallDllFunction";

    /**
     * A member of this class; if it is not static, the first parameter is the object. Without this: of the class with the
     * functions. A name that starts with "new" is a constructor.
     */
    @Retention(RetentionPolicy.RUNTIME)
    @interface Of {
        /** Within {@code de.beckhoff.jni}. */
        String value();
    }

    // ---- functions

    /** Gives the port; 0 if there is none left. */
    long adsPortOpenEx();

    long adsPortCloseEx(long port);

    long adsAddLocalRoute(Object netId, String host);

    long adsDelLocalRoute(Object netId);

    long adsSetLocalAddress(Object netId);

    long getLocalAddressEx(long port, Object address);

    long adsSyncSetTimeoutEx(long port, long millis);

    /** What {@code into} has must be exactly as long as {@code length}. */
    long adsSyncReadReqEx2(
            long port, Object target, long group, long offset, long length, Object into, Object received);

    long adsSyncWriteReqExArray(long port, Object target, long group, long offset, long length, byte[] from);

    /** What {@code into} and {@code from} have must be exactly as long as the lengths before them. */
    long adsSyncReadWriteReqEx2(
            long port,
            Object target,
            long group,
            long offset,
            long readLength,
            Object into,
            long writeLength,
            Object from,
            Object received);

    long adsSyncReadStateReqEx(long port, Object target, Object adsState, Object deviceState);

    /** What {@code from} has must be exactly as long as {@code length}. */
    long adsSyncWriteControlReqEx(long port, Object target, int adsState, int deviceState, long length, Object from);

    long adsSyncReadDeviceInfoReqEx(long port, Object target, Object name, Object version);

    long adsSyncAddDeviceNotificationReqEx(
            long port, Object target, long group, long offset, Object attributes, long user, Object handle);

    long adsSyncDelDeviceNotificationReqEx(long port, Object target, Object handle);

    /** A new object, but its listeners are those of all. */
    Object getAdsCallbackObject();

    @Of("tcads.AdsCallbackObject")
    void addListenerCallbackAdsState(Object callback, Object listener);

    // ---- values

    @Of("tcads.AmsNetId")
    Object newNetId(char[] sixBytes);

    @Of("tcads.AmsNetId")
    char[] getCharArr(Object netId);

    @Of("tcads.AmsAddr")
    Object newAddress();

    @Of("tcads.AmsAddr")
    void setNetId(Object address, Object netId);

    @Of("tcads.AmsAddr")
    Object getNetId(Object address);

    @Of("tcads.AmsAddr")
    void setPort(Object address, int port);

    @Of("tcads.AmsAddr")
    int getPort(Object address);

    @Of("JNILong")
    Object newLong(long value);

    @Of("JNILong")
    long getLong(Object number);

    /** Copies. */
    @Of("JNIByteBuffer")
    Object newBytes(byte[] bytes);

    @Of("JNIByteBuffer")
    Object newBytes(int length);

    /** Copies. */
    @Of("JNIByteBuffer")
    byte[] getByteArray(Object bytes);

    @Of("tcads.AdsState")
    Object newState();

    @Of("tcads.AdsState")
    short getState(Object state);

    @Of("tcads.AdsDevName")
    Object newName();

    @Of("tcads.AdsDevName")
    String getDevName(Object name);

    @Of("tcads.AdsVersion")
    Object newVersion();

    @Of("tcads.AdsVersion")
    char getVersion(Object version);

    @Of("tcads.AdsVersion")
    char getRevision(Object version);

    @Of("tcads.AdsVersion")
    short getBuild(Object version);

    @Of("tcads.AdsNotificationAttrib")
    Object newAttributes();

    @Of("tcads.AdsNotificationAttrib")
    void setCbLength(Object attributes, long bytes);

    @Of("tcads.AdsNotificationAttrib")
    void setNTransMode(Object attributes, int mode);

    @Of("tcads.AdsNotificationAttrib")
    void setNMaxDelay(Object attributes, long hundredNanos);

    @Of("tcads.AdsNotificationAttrib")
    void setNCycleTime(Object attributes, long hundredNanos);

    @Of("tcads.AdsNotificationAttrib")
    void setDwChangeFilter(Object attributes, long hundredNanos);

    @Of("tcads.AdsNotificationHeader")
    long getNTimeStamp(Object header);

    /** Copies. */
    @Of("tcads.AdsNotificationHeader")
    byte[] getData(Object header);
}
