package io.taktstrom.ads.adslib;

import java.util.List;

import io.taktstrom.spi.ConnectFailedException;

/**
 * One way for Java to call Beckhoff's C library. Found by {@link java.util.ServiceLoader}, so it has a public constructor
 * without parameters, and constructing it loads nothing. Thread-safe.
 */
public interface AdsLibraryBinding {

    /** What the option {@code backend} calls it: {@code jna}, {@code jni}, {@code adstojava}, {@code ffm}. */
    String backend();

    /**
     * Loads a library; called at most once for each file that can be loaded.
     *
     * @param candidates what to try, in this order: absolute paths, or bare names like {@code libAdsLib.so}, for which the
     *     system knows where to look. The first that can be loaded and has {@link #REQUIRED_FUNCTIONS} is taken.
     * @param hub what every callback hands its sample to
     * @throws ConnectFailedException when there is none; says what was looked for, where, and what was wrong with each
     */
    AdsLibrary load(List<String> candidates, NotificationHub hub) throws ConnectFailedException;

    /**
     * What a library must export by its C name. One that lacks {@code AdsPortOpenEx} was often built with C++ names only:
     * a message should say so.
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
}
