package io.taktstrom.ads.adslib;

import java.util.Iterator;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** The bindings that are there. */
final class Bindings {

    private Bindings() {}

    /** By the name of their backend; those made for a newer Java are left out. */
    static Map<String, AdsLibraryBinding> all() {
        Map<String, AdsLibraryBinding> found = new TreeMap<>();
        Iterator<AdsLibraryBinding> bindings = ServiceLoader.load(
                        AdsLibraryBinding.class, AdsLibraryBinding.class.getClassLoader())
                .iterator();
        boolean more = true;
        while (more) {
            try {
                more = bindings.hasNext();
                if (more) {
                    AdsLibraryBinding binding = bindings.next();
                    found.put(binding.backend(), binding);
                }
            } catch (UnsupportedClassVersionError e) {
                // The next look goes on behind it.
                more = true;
            }
        }
        return found;
    }
}
