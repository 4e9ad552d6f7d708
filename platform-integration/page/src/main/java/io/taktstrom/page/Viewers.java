package io.taktstrom.page;

import java.security.SecureRandom;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.http.HttpStream;
import io.taktstrom.page.access.Session;
import org.jspecify.annotations.Nullable;

/**
 * The open pages, at most so many. A page answers its first event with what it shows; when all places are taken, the oldest stream
 * that has not done so gives way. Thread-safe.
 */
final class Viewers {

    static final int MAX_OPEN = 50;

    private static final int NAME_BYTES = 16;

    private final SecureRandom random = new SecureRandom();
    private final EpochNanoClock clock;
    private final Map<String, Viewer> open = new ConcurrentHashMap<>();

    Viewers(EpochNanoClock clock) {
        this.clock = clock;
    }

    /**
     * Null when there are too many already.
     *
     * @param session whose page it is; null without users
     */
    synchronized @Nullable Viewer open(HttpStream stream, @Nullable Session session) {
        open.values().removeIf(Viewer::isClosed);
        if (open.size() >= MAX_OPEN && !giveWay()) {
            return null;
        }
        byte[] bytes = new byte[NAME_BYTES];
        random.nextBytes(bytes);
        Viewer viewer = new Viewer(HexFormat.of().formatHex(bytes), stream, session, clock);
        open.put(viewer.name(), viewer);
        return viewer;
    }

    private boolean giveWay() {
        Viewer oldest = open.values().stream()
                .filter(viewer -> !viewer.hasAnswered())
                .min(Comparator.comparingLong(viewer -> viewer.openedAt() - clock.nanoTime()))
                .orElse(null);
        if (oldest == null) {
            return false;
        }
        oldest.close();
        open.values().removeIf(Viewer::isClosed);
        return true;
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
