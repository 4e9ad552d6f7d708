package io.taktstrom.ads.symbol;

/** An address of a data point, read: the one parser of all who judge addresses. */
sealed interface AdsAddress permits RawAddress, SymbolPath {

    /**
     * Reads an address.
     *
     * @throws IllegalArgumentException what is wrong with it, and how it would be right
     */
    static AdsAddress parse(String text) {
        RawAddress raw = RawAddress.parse(text);
        return raw != null ? raw : SymbolPath.parse(text);
    }
}
