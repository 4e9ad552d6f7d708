package io.taktstrom.page;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/** The pages that are open, as many as there may be. Thread-safe. */
final class Viewers {

    static final int MAX_OPEN = 50;

    private static final int NAME_BYTES = 16;

    private final SecureRandom random = new SecureRandom();
    private final Map<String, Viewer> open = new ConcurrentHashMap<>();

    /** Null when there are too many already. */
    synchronized @Nullable Viewer open(Content.Sink out, Callback end) {
        open.values().removeIf(Viewer::isClosed);
        if (open.size() >= MAX_OPEN) {
            return null;
        }
        byte[] bytes = new byte[NAME_BYTES];
        random.nextBytes(bytes);
        Viewer viewer = new Viewer(HexFormat.of().formatHex(bytes), out, end);
        open.put(viewer.name(), viewer);
        return viewer;
    }

    /** The page of a name; null when it is not open. */
    @Nullable
    Viewer named(String name) {
        return open.get(name);
    }

    List<Viewer> all() {
        open.values().removeIf(Viewer::isClosed);
        return List.copyOf(open.values());
    }

    void close() {
        open.values().forEach(Viewer::close);
        open.clear();
    }
}
