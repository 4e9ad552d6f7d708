package io.taktstrom.ads.adslib;

/** The library does not return from a call; see {@link LibraryLane} and {@link LibraryCalls}. */
final class LibraryHangsException extends Exception {

    private final String what;

    LibraryHangsException(String what) {
        super(what);
        this.what = what;
    }

    /** What it does not return from, for messages: "it does not return from ...". */
    String what() {
        return what;
    }
}
