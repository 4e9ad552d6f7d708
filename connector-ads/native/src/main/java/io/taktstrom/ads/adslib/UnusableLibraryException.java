package io.taktstrom.ads.adslib;

import java.util.List;

import org.jspecify.annotations.Nullable;

/** A file is not a library that a binding can use; the message says why. */
public final class UnusableLibraryException extends Exception {

    public UnusableLibraryException(String reason, @Nullable Throwable cause) {
        super(reason, cause);
    }

    /** It can be loaded, but lacks what we call. */
    public static UnusableLibraryException lacking(List<String> functions) {
        return new UnusableLibraryException(
                functions.contains("AdsPortOpenEx")
                        ? "it has no C functions such as AdsPortOpenEx (AdsLib's static library and its CMake build have"
                                + " C++ names only; build the shared library with Meson, or take the one from pip's pyads)"
                        : "it lacks " + String.join(", ", functions),
                null);
    }
}
