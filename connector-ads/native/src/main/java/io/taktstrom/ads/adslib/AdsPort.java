package io.taktstrom.ads.adslib;

import java.nio.ByteBuffer;

import io.taktstrom.ads.protocol.AmsAddress;

/**
 * One port of the library, bound to one target, with memory of its own.
 *
 * <p>What is sent is first put into {@link #out}, what came is in {@link #in}, both from index 0: so a binding can keep
 * their addresses, and no request allocates anything. Results are ADS return codes, or -1 when the library could not
 * send. One thread at a time; never used after {@link #close}.
 */
public interface AdsPort {

    /**
     * Room for what is to be sent.
     *
     * @param bytes at least so many; a larger buffer than before loses what was in it
     * @return little-endian, its position 0; the same until more is asked for
     */
    ByteBuffer out(int bytes);

    /** Room for what comes, like {@link #out}. Requests that receive want it to have been asked for before. */
    ByteBuffer in(int bytes);

    /** {@code AdsSyncReadReqEx2}: at most {@code length} bytes into {@link #in}; {@link #received} says how many came. */
    int read(int indexGroup, int indexOffset, int length);

    /** {@code AdsSyncWriteReqEx}: {@code length} bytes of {@link #out}. */
    int write(int indexGroup, int indexOffset, int length);

    /** {@code AdsSyncReadWriteReqEx2}; {@link #received} says how many bytes came. */
    int readWrite(int indexGroup, int indexOffset, int readLength, int writeLength);

    /** How many bytes the last {@link #read} or {@link #readWrite} has put into {@link #in}. */
    int received();

    /** {@code AdsSyncReadStateReqEx}: puts ADS state and device state, 2 bytes each, into {@link #in}. */
    int readState();

    /** {@code AdsSyncWriteControlReqEx}: with {@code length} bytes of {@link #out}. */
    int writeControl(int adsState, int deviceState, int length);

    /** {@code AdsSyncReadDeviceInfoReqEx}: puts version (1 + 1 + 2 bytes) and name (16 bytes) into {@link #in}. */
    int readDeviceInfo();

    /**
     * {@code AdsSyncAddDeviceNotificationReqEx}; {@link #handle} is the device's name for it. Samples may come before this
     * returns.
     *
     * @param mode see {@code TransmissionMode}
     * @param maxDelay in 100 ns
     * @param cycleTime in 100 ns
     * @param user what each callback gets, and hands to {@link NotificationHub#inlet}
     */
    int addNotification(int indexGroup, int indexOffset, int length, int mode, int maxDelay, int cycleTime, int user);

    /** Of the last {@link #addNotification} that succeeded. */
    int handle();

    /** {@code AdsSyncDelDeviceNotificationReqEx}. */
    int deleteNotification(int handle);

    /** {@code AdsSyncSetTimeoutEx}: for all requests from now on. */
    int setTimeout(int millis);

    /** {@code AdsGetLocalAddressEx}. */
    AmsAddress localAddress();

    /** {@code AdsPortCloseEx}; ends notifications that are left, a request for each. Frees the memory. Called once. */
    int close();
}
