package io.taktstrom.ads.adslib;

/** The library does not return from a request; see {@link Lane}. */
final class LibraryHangsException extends Exception {

    LibraryHangsException() {
        super("no return long after the timeout");
    }
}
