package io.taktstrom.ads.jna;

/**
 * What only the standalone AdsLib has. A net id is a structure of six bytes, given by value: on 64-bit systems other than
 * Windows (where AdsLib is not needed) it travels in a register, as a number does.
 */
@SuppressWarnings("MemberName") // The names are the library's.
final class RouteFunctions {

    private RouteFunctions() {}

    static native long AdsAddRoute(long netId, String host);

    static native void AdsDelRoute(long netId);

    static native void AdsSetLocalAddress(long netId);
}
