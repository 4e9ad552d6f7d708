package io.taktstrom.ads.adslib;

import java.util.List;

/**
 * One way for Java to call Beckhoff's C library. Found by {@link java.util.ServiceLoader}, so it has a public constructor
 * without parameters, and constructing it loads nothing. Called by one thread at a time.
 */
public interface AdsLibraryBinding {

    /**
     * What a library must export by its C name. One that lacks {@code AdsPortOpenEx} was often built with C++ names only:
     * the message should say so.
     */
    List<String> REQUIRED_FUNCTIONS = List.of(
            "AdsPortOpenEx",
            "AdsPortCloseEx",
            "AdsGetLocalAddressEx",
            "AdsSyncReadReqEx2",
            "AdsSyncWriteReqEx",
            "AdsSyncReadWriteReqEx2",
            "AdsSyncReadDeviceInfoReqEx",
            "AdsSyncReadStateReqEx",
            "AdsSyncWriteControlReqEx",
            "AdsSyncAddDeviceNotificationReqEx",
            "AdsSyncDelDeviceNotificationReqEx",
            "AdsSyncSetTimeoutEx");

    /** What the standalone AdsLib exports besides; TcAdsDll has the routes of its router and lacks these. */
    List<String> ROUTE_FUNCTIONS = List.of("AdsAddRoute", "AdsDelRoute", "AdsSetLocalAddress");

    /** What the option {@code backend} calls it: {@code jna}, {@code jni}, {@code adstojava}, {@code ffm}. */
    String backend();

    /** The file names of what it loads, the best first; looked for where the option {@code library} names no file. */
    default List<String> fileNames() {
        return LibrarySearch.ADS_LIBRARIES;
    }

    /**
     * Loads a library. Called until it has succeeded once: a JVM uses one library per binding.
     *
     * @param file an absolute path of a file that is there, without links, and {@linkplain LibraryFile checked}
     * @param hub what every callback hands its sample to
     * @throws UnusableLibraryException why it is none that can be used; the next candidate is tried
     */
    AdsLibrary load(String file, NotificationHub hub) throws UnusableLibraryException;
}
