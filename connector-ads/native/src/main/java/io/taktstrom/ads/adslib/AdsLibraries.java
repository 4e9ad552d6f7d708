package io.taktstrom.ads.adslib;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

import io.taktstrom.ads.backend.AdsBackend;
import io.taktstrom.ads.backend.BackendSettings;
import io.taktstrom.ads.backend.NotificationListener;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.InvalidRequestException;

/** The native libraries of this JVM: finds a binding and its library, loads each once. Thread-safe. */
final class AdsLibraries {

    private static final AdsLibraries OF_THIS_JVM = new AdsLibraries();

    /** @param asked what the option named when it was loaded */
    private record Loaded(AdsLibrary library, NotificationHub hub, String asked) {}

    private final Map<String, Loaded> loaded = new HashMap<>();

    private AdsLibraries() {}

    /**
     * Opens a backend whose target has answered. Blocks for at most the connect timeout.
     *
     * @param backend which binding, see {@link AdsLibraryBinding#backend}
     * @param library absolute path of the library; empty to look for one
     * @param byCaller whether callers may go into the library themselves, see {@link LibraryLane}
     */
    static AdsBackend open(
            String backend, String library, BackendSettings settings, NotificationListener listener, boolean byCaller)
            throws ConnectorException {
        Loaded found = OF_THIS_JVM.load(backend, library);
        return Connecting.open(found.library(), found.hub(), settings, listener, byCaller);
    }

    private synchronized Loaded load(String backend, String library) throws ConnectorException {
        Loaded known = loaded.get(backend);
        if (known == null) {
            known = load(binding(backend), library, new NotificationHub());
            loaded.put(backend, known);
        } else if (!library.isEmpty()
                && !library.equals(known.asked())
                && !library.equals(known.library().file())) {
            throw new InvalidRequestException("backend " + backend + " cannot load " + library + ": it uses "
                    + known.library().file() + " in this process already, and one library is all it can use;"
                    + " name the same one, or leave the option 'library' empty");
        }
        return known;
    }

    private static AdsLibraryBinding binding(String backend) throws InvalidRequestException {
        AdsLibraryBinding binding = bindings().get(backend);
        if (binding == null) {
            throw new InvalidRequestException("backend " + backend + " is not on the class path of this process");
        }
        return binding;
    }

    private static Loaded load(AdsLibraryBinding binding, String library, NotificationHub hub)
            throws ConnectorException {
        List<String> problems = new ArrayList<>();
        for (String candidate : LibrarySearch.candidates(library, binding.fileNames())) {
            try {
                String file = LibraryFile.require(Path.of(candidate)).toString();
                return new Loaded(binding.load(file, hub), hub, library);
            } catch (UnusableLibraryException e) {
                problems.add(candidate + ": " + e.getMessage());
            }
        }
        throw new ConnectFailedException("backend " + binding.backend() + " finds no library it can use"
                + (library.isEmpty()
                        ? ", looking for " + String.join(", ", binding.fileNames()) + " in " + LibrarySearch.folders()
                        : "")
                + " (" + String.join("; ", problems)
                + "); install one (documentation: how-to/native-ads-libraries), name it by the option 'library',"
                + " or choose backend java, which needs none");
    }

    /** The bindings that are there, by the name of their backend; those made for a newer Java are left out. */
    static Map<String, AdsLibraryBinding> bindings() {
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
