package io.taktstrom.benchmarks.opcua;

import io.taktstrom.benchmarks.worker.Operation;
import io.taktstrom.benchmarks.worker.Worker;

/** A contender's process: takes its name, what it does, and the server's URI. */
final class RequestContender {

    /** Nodes of a group, and of a folder that is browsed, as the published figures to beat have them. */
    static final int GROUP = 1000;

    static final int FOLDER = 1400;

    private RequestContender() {}

    public static void main(String[] args) throws Exception {
        try {
            Worker.serve(operation(args[0], args[1], args[2]));
            System.exit(0);
        } catch (Exception e) {
            System.err.println(args[0] + ": " + e);
            // Milo leaves threads behind that are not daemons.
            System.exit(1);
        }
    }

    private static Operation operation(String who, String work, String uri) throws Exception {
        return switch (who) {
            case "limit" -> limit(work, uri);
            case "taktstrom" -> taktstrom(work, uri);
            case "milo" -> milo(work, uri);
            case "milo, Browse alone" -> MiloRequests.browse(uri, FOLDER);
            default -> throw new IllegalArgumentException("no contender " + who);
        };
    }

    private static Operation taktstrom(String work, String uri) throws Exception {
        return switch (work) {
            case "read" -> TaktstromRequests.read(uri, 1);
            case "group" -> TaktstromRequests.read(uri, GROUP);
            case "browse" -> TaktstromRequests.browse(uri, FOLDER);
            default -> TaktstromRequests.array(uri, Integer.parseInt(work));
        };
    }

    private static Operation milo(String work, String uri) throws Exception {
        return switch (work) {
            case "read" -> MiloRequests.read(uri, 1);
            case "group" -> MiloRequests.read(uri, GROUP);
            case "browse" -> MiloRequests.addressSpace(uri, FOLDER);
            default -> MiloRequests.array(uri, Integer.parseInt(work));
        };
    }

    /** Our connector's request again and again: its last Read, or the Browse that has the largest answer. */
    private static Operation limit(String work, String uri) throws Exception {
        try (Tap tap = Tap.before(uri)) {
            // Stays open: its session is the one that is asked from now on.
            taktstrom(work, tap.uri()).once();
            return work.equals("browse") ? tap.largest(Tap.BROWSE) : tap.last(Tap.READ);
        }
    }
}
