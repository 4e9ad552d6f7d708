package io.taktstrom.connect.source;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which task of this process has which connection. Connect may restart a task while the former, which did not end in time, still
 * runs: the later one has the connection, and the former is told before the later one connects. Thread-safe.
 */
final class Owners {

    /** A task that has connections. */
    interface Owner {

        /** It has them no more: it ends its sessions before this returns, and fails. */
        void fence(String why);
    }

    private static final Map<String, Owner> OWNERS = new ConcurrentHashMap<>();

    private Owners() {}

    static void take(String connector, Collection<String> connections, Owner owner) {
        for (String connection : connections) {
            Owner former = OWNERS.put(connector + '/' + connection, owner);
            if (former != null && !former.equals(owner)) {
                former.fence("connection " + connection + " of connector " + connector
                        + " was given to another task on this worker");
            }
        }
    }

    static void release(String connector, Collection<String> connections, Owner owner) {
        connections.forEach(connection -> OWNERS.remove(connector + '/' + connection, owner));
    }
}
