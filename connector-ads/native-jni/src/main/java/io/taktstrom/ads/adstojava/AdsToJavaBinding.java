package io.taktstrom.ads.adstojava;

import java.util.List;
import java.util.Locale;

import io.taktstrom.ads.adslib.AdsLibrary;
import io.taktstrom.ads.adslib.AdsLibraryBinding;
import io.taktstrom.ads.adslib.NotificationHub;
import io.taktstrom.ads.adslib.UnusableLibraryException;

/**
 * Backend {@code adstojava}: what it loads is AdsToJava's own library, {@code libAdsToJava-3.so}. The classes are in the jar
 * beside it, {@code TcJavaToAds-3*.jar}, or on the class path.
 */
public final class AdsToJavaBinding implements AdsLibraryBinding {

    @Override
    public String backend() {
        return "adstojava";
    }

    @Override
    public List<String> fileNames() {
        boolean windows =
                System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows");
        return List.of(windows ? "AdsToJava-3.dll" : "libAdsToJava-3.so");
    }

    @Override
    public AdsLibrary load(String file, NotificationHub hub) throws UnusableLibraryException {
        AdsToJavaLoader loader = AdsToJavaLoader.of(file);
        try {
            AdsToJava ads = AdsToJavaBinder.bind(loader);
            Object listener = AdsToJavaBinder.listener(loader, new AdsToJavaFeed(ads, hub));
            // The first call, which has AdsToJava load its library.
            ads.addListenerCallbackAdsState(ads.getAdsCallbackObject(), listener);
            return new AdsToJavaLibrary(ads, loader.library());
        } catch (ReflectiveOperationException e) {
            throw new UnusableLibraryException(
                    "the classes in " + loader.source() + " are not those of AdsToJava 3 (" + e + ")", e);
        } catch (LinkageError e) {
            throw new UnusableLibraryException(
                    "AdsToJava in " + loader.source() + " cannot use it (" + e.getMessage()
                            + "); the libraries that it needs itself must be where the system finds them",
                    e);
        }
    }
}
