package io.taktstrom.ads.jni;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

import io.taktstrom.ads.adslib.AdsLibrary;
import io.taktstrom.ads.adslib.AdsLibraryBinding;
import io.taktstrom.ads.adslib.NotificationHub;
import io.taktstrom.ads.adslib.UnusableLibraryException;
import org.jspecify.annotations.Nullable;

/** Backend {@code jni}: Beckhoff's C library by way of our shim. */
public final class JniBinding implements AdsLibraryBinding {

    @Override
    public String backend() {
        return "jni";
    }

    @Override
    public AdsLibrary load(String file, NotificationHub hub) throws UnusableLibraryException {
        ShimFile.load();
        @Nullable String[] answer = new String[2];
        long library = Shim.load(file, new HubFeed(hub), answer);
        String text = answer[0];
        String missing = answer[1];
        if (missing != null) {
            throw UnusableLibraryException.lacking(List.of(missing.split(" ")));
        }
        if (library == 0) {
            throw new UnusableLibraryException(text == null ? "the system gives no reason" : text, null);
        }
        return new JniLibrary(library, realPath(text == null || text.isEmpty() ? file : text));
    }

    /** So that two bindings know when they have loaded the same file. */
    private static String realPath(String file) {
        try {
            return Path.of(file).toRealPath().toString();
        } catch (IOException e) {
            return file;
        }
    }
}
