package io.taktstrom.opcua;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The servers of a class of tests: each is started when it is first asked for, which takes seconds, and serves all that follow. */
final class PeerServers implements AutoCloseable {

    private final Map<List<Object>, PeerServer> started = new HashMap<>();

    /** One that runs, whatever an earlier test did to it, with the values that this left. */
    PeerServer of(PeerServer.Kind kind, String... arguments) throws IOException {
        List<Object> key = List.of(kind, List.of(arguments));
        PeerServer server = started.get(key);
        if (server == null) {
            server = PeerServer.start(kind, arguments);
            started.put(key, server);
        }
        server.start();
        return server;
    }

    @Override
    public void close() {
        started.values().forEach(PeerServer::close);
        started.clear();
    }
}
