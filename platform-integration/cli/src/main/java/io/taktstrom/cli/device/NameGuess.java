package io.taktstrom.cli.device;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.cli.shell.Shell;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.PointGroup;
import io.taktstrom.data.StatusCode;
import io.taktstrom.descriptor.Closest;
import io.taktstrom.spi.BrowseCursor;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;
import io.taktstrom.spi.Connection;
import io.taktstrom.spi.ConnectorException;

/** What somebody meant who named a variable that the device does not have. */
final class NameGuess {

    /** As many as are compared at once. */
    private static final int PAGE = 200;

    private static final int MAX_NAMES = 20_000;
    /** A device that is slow to say what it has is not asked for longer. */
    private static final long LIMIT_NANOS = 3_000_000_000L;

    private NameGuess() {}

    /** Tells the user of names that are much like those of points that are not there. */
    static void tell(Shell shell, Connection connection, PointGroup group) {
        Map<String, List<String>> likeUnknown = new LinkedHashMap<>();
        for (int point = 0; point < group.size(); point++) {
            if (group.statusAt(point) == StatusCode.BAD_NODE_ID_UNKNOWN) {
                likeUnknown.put(group.points().get(point).address(), new ArrayList<>());
            }
        }
        if (likeUnknown.isEmpty()) {
            return;
        }
        try {
            compare(connection, likeUnknown);
        } catch (ConnectorException e) {
            // It lets nobody browse, or takes too long: what was found until then is a guess as good as any.
        }
        likeUnknown.forEach((unknown, names) -> {
            String guess = Closest.guess(unknown, names);
            if (!guess.isEmpty()) {
                shell.note(unknown + ": " + guess);
            }
        });
    }

    private static void compare(Connection connection, Map<String, List<String>> likeUnknown)
            throws ConnectorException {
        EpochNanoClock clock = EpochNanoClock.system();
        long deadline = clock.nanoTime() + LIMIT_NANOS;
        try (BrowseCursor cursor = connection.browse(BrowseFilter.ALL)) {
            int seen = 0;
            List<BrowseNode> page = cursor.next(PAGE);
            while (!page.isEmpty()) {
                List<String> names = page.stream().map(BrowseNode::address).toList();
                likeUnknown.forEach((unknown, best) -> keepBest(unknown, names, best));
                seen += page.size();
                page = seen < MAX_NAMES && clock.nanoTime() < deadline ? cursor.next(PAGE) : List.of();
            }
        }
    }

    /** The best of all is among the best of each page. */
    private static void keepBest(String unknown, List<String> names, List<String> best) {
        Closest.closest(unknown, names).ifPresent(best::add);
    }
}
