package io.taktstrom.ads.jna;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.sun.jna.CallbackThreadInitializer;
import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Platform;
import io.taktstrom.ads.adslib.AdsLibrary;
import io.taktstrom.ads.adslib.AdsLibraryBinding;
import io.taktstrom.ads.adslib.NotificationHub;
import io.taktstrom.ads.adslib.UnusableLibraryException;

/** Loads Beckhoff's library with JNA, for {@code backend: jna}. */
public final class JnaBinding implements AdsLibraryBinding {

    /** RTLD_NOW without RTLD_GLOBAL: what is missing shows at once, and other libraries do not get in the way. */
    private static final int OPEN_NOW = 2;

    @Override
    public String backend() {
        return "jna";
    }

    @Override
    public AdsLibrary load(String file, NotificationHub hub) throws UnusableLibraryException {
        NativeLibrary library = open(file);
        List<String> missing = missing(library, REQUIRED_FUNCTIONS);
        if (!missing.isEmpty()) {
            throw UnusableLibraryException.lacking(missing);
        }
        Native.register(AdsFunctions.class, library);
        boolean hasRoutes = missing(library, ROUTE_FUNCTIONS).isEmpty();
        if (hasRoutes) {
            Native.register(RouteFunctions.class, library);
        }
        JnaCallback callback = new JnaCallback(hub);
        // The library's threads stay attached to the JVM for as long as they live, and do not keep it from ending.
        Native.setCallbackThreadInitializer(
                callback, new CallbackThreadInitializer(true, false, "takt-adslib-samples"));
        return new JnaLibrary(library, hasRoutes, callback);
    }

    private static NativeLibrary open(String file) throws UnusableLibraryException {
        try {
            return Platform.isWindows()
                    ? NativeLibrary.getInstance(file)
                    : NativeLibrary.getInstance(file, Map.of(Library.OPTION_OPEN_FLAGS, OPEN_NOW));
        } catch (UnsatisfiedLinkError e) {
            throw new UnusableLibraryException(firstLine(e), e);
        } catch (NoClassDefFoundError e) {
            throw new UnusableLibraryException("JNA does not work on this system: " + e, e);
        }
    }

    /** JNA tells of every way that it tried. */
    private static String firstLine(UnsatisfiedLinkError error) {
        return String.valueOf(error.getMessage()).lines().findFirst().orElse("cannot be loaded");
    }

    private static List<String> missing(NativeLibrary library, List<String> functions) {
        List<String> missing = new ArrayList<>();
        for (String function : functions) {
            try {
                library.getFunction(function);
            } catch (UnsatisfiedLinkError e) {
                missing.add(function);
            }
        }
        return missing;
    }
}
