package io.taktstrom.ads.jna;

/**
 * The C functions of every library, mapped directly: C's {@code long} is given and taken with 64 bits, of which 32 count
 * where it is shorter; pointers are numbers.
 */
@SuppressWarnings("MemberName") // The names are the library's.
final class AdsFunctions {

    private AdsFunctions() {}

    static native long AdsPortOpenEx();

    static native long AdsPortCloseEx(long port);

    static native long AdsGetLocalAddressEx(long port, long address);

    static native long AdsSyncReadReqEx2(
            long port, long address, int indexGroup, int indexOffset, int length, long into, long bytesRead);

    static native long AdsSyncWriteReqEx(
            long port, long address, int indexGroup, int indexOffset, int length, long from);

    static native long AdsSyncReadWriteReqEx2(
            long port,
            long address,
            int indexGroup,
            int indexOffset,
            int readLength,
            long into,
            int writeLength,
            long from,
            long bytesRead);

    static native long AdsSyncReadDeviceInfoReqEx(long port, long address, long name, long version);

    static native long AdsSyncReadStateReqEx(long port, long address, long adsState, long deviceState);

    static native long AdsSyncWriteControlReqEx(
            long port, long address, short adsState, short deviceState, int length, long from);

    static native long AdsSyncAddDeviceNotificationReqEx(
            long port,
            long address,
            int indexGroup,
            int indexOffset,
            long attributes,
            JnaCallback callback,
            int user,
            long handle);

    static native long AdsSyncDelDeviceNotificationReqEx(long port, long address, int handle);

    static native long AdsSyncSetTimeoutEx(long port, int millis);
}
