package io.taktstrom.connect.source;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Which task has which connections: all of them alike, the same ones on each worker, and most stay where they are when others come
 * and go (rendezvous hashing, with as much room in each task as its share).
 */
final class Assignment {

    private Assignment() {}

    /**
     * The connections of each task.
     *
     * @param joined connections, in lists of those that one task must have together
     * @param maxTasks at least 1; no task is without connections
     */
    static List<List<String>> ofJoined(Collection<List<String>> joined, int maxTasks) {
        Map<String, List<String>> byFirst =
                joined.stream().collect(Collectors.toMap(group -> group.get(0), group -> group));
        return of(byFirst.keySet(), maxTasks).stream()
                .map(share -> share.stream()
                        .flatMap(first -> byFirst.getOrDefault(first, List.of()).stream())
                        .toList())
                .toList();
    }

    /** The same for connections that do not belong together. */
    static List<List<String>> of(Collection<String> connections, int maxTasks) {
        int tasks = Math.min(maxTasks, connections.size());
        List<List<String>> shares = IntStream.range(0, tasks)
                .<List<String>>mapToObj(i -> new ArrayList<>())
                .toList();
        int least = tasks == 0 ? 0 : connections.size() / tasks;
        int larger = tasks == 0 ? 0 : connections.size() % tasks;
        for (String connection : connections.stream().sorted().toList()) {
            int best = -1;
            for (int task = 0; task < tasks; task++) {
                int size = shares.get(task).size();
                boolean hasRoom = size < least || (size == least && larger > 0);
                if (hasRoom && (best < 0 || score(connection, task) > score(connection, best))) {
                    best = task;
                }
            }
            larger -= shares.get(best).size() == least ? 1 : 0;
            shares.get(best).add(connection);
        }
        return shares;
    }

    private static int score(String connection, int task) {
        int hash = (connection + '/' + task).hashCode();
        hash = (hash ^ (hash >>> 16)) * 0x85EB_CA6B;
        hash = (hash ^ (hash >>> 13)) * 0xC2B2_AE35;
        return hash ^ (hash >>> 16);
    }
}
