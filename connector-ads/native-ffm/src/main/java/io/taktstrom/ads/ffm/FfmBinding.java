package io.taktstrom.ads.ffm;

import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.ads.adslib.AdsLibrary;
import io.taktstrom.ads.adslib.AdsLibraryBinding;
import io.taktstrom.ads.adslib.NotificationHub;
import io.taktstrom.ads.adslib.UnusableLibraryException;

/** Loads Beckhoff's library with {@code java.lang.foreign}, for {@code backend: ffm}. */
public final class FfmBinding implements AdsLibraryBinding {

    @Override
    public String backend() {
        return "ffm";
    }

    @Override
    public AdsLibrary load(String file, NotificationHub hub) throws UnusableLibraryException {
        SymbolLookup library = open(file);
        List<String> missing = new ArrayList<>(REQUIRED_FUNCTIONS);
        missing.removeIf(function -> library.find(function).isPresent());
        if (!missing.isEmpty()) {
            throw UnusableLibraryException.lacking(missing);
        }
        boolean hasRoutes = ROUTE_FUNCTIONS.stream()
                .allMatch(function -> library.find(function).isPresent());
        return new FfmLibrary(file, new Functions(library, hasRoutes, new FfmCallback(hub)));
    }

    private static SymbolLookup open(String file) throws UnusableLibraryException {
        try {
            Path path = Path.of(file);
            // Never unloaded: its threads may be anywhere.
            return path.isAbsolute()
                    ? SymbolLookup.libraryLookup(path, Arena.global())
                    : SymbolLookup.libraryLookup(file, Arena.global());
        } catch (IllegalArgumentException e) {
            throw new UnusableLibraryException(String.valueOf(e.getMessage()), e);
        } catch (IllegalCallerException e) {
            throw new UnusableLibraryException(
                    "this JVM forbids native code: start it with --enable-native-access=ALL-UNNAMED", e);
        }
    }
}
