package io.taktstrom.ads;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.taktstrom.ads.protocol.AmsHeader;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.spi.ConnectContext;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.testkit.ScriptedServer;
import io.taktstrom.testkit.ScriptedServer.Wire;

/** A raw socket that says what a test has it say. It knows frames, and nothing of what they mean. */
final class ScriptedPeer implements AutoCloseable {

    static final String NET_ID = "5.1.2.3.1.1";

    /** What a peer does about a request. */
    @FunctionalInterface
    interface Script {
        void on(Request request, Wire wire) throws IOException;
    }

    private final ScriptedServer server;
    private final List<Request> requests = new CopyOnWriteArrayList<>();
    private volatile Script script;

    ScriptedPeer(Script script) throws IOException {
        this.script = script;
        server = ScriptedServer.started("scripted-peer", this::serve);
    }

    private void serve(Wire wire) throws IOException {
        while (true) {
            byte[] head = wire.in().readNBytes(AmsHeader.TCP_BYTES);
            if (head.length < AmsHeader.TCP_BYTES) {
                throw new EOFException();
            }
            int length = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt(AmsHeader.LENGTH);
            ByteBuffer frame = ByteBuffer.allocate(head.length + length).order(ByteOrder.LITTLE_ENDIAN);
            frame.put(head).put(wire.in().readNBytes(length)).flip();
            Request request = new Request(frame);
            requests.add(request);
            script.on(request, wire);
        }
    }

    void script(Script newScript) {
        script = newScript;
    }

    /** All requests so far. */
    List<Request> requests() {
        return List.copyOf(requests);
    }

    /** Requests so far with this command. */
    List<Request> requests(int command) {
        return requests.stream().filter(request -> request.command() == command).toList();
    }

    /** TCP connections that are open. */
    int connections() {
        return server.wires().size();
    }

    /** Sends bytes without a request. */
    void sendToAll(byte[] bytes) throws IOException {
        for (Wire wire : server.wires()) {
            wire.send(bytes);
        }
    }

    void hangUp() throws IOException {
        server.hangUp();
    }

    String uri() {
        return "ads://127.0.0.1:" + server.address().getPort() + "/" + NET_ID + ":851";
    }

    AdsConnection connect(String options) throws ConnectorException {
        return connect(options, new Notices());
    }

    AdsConnection connect(String options, ConnectionObserver observer) throws ConnectorException {
        return connectTo(uri() + (options.isEmpty() ? "" : "?" + options), observer);
    }

    static AdsConnection connectTo(String uri, ConnectionObserver observer) throws ConnectorException {
        AdsProvider provider = new AdsProvider();
        return provider.connect(
                provider.descriptor().parse(uri), new ConnectContext(EpochNanoClock.system(), observer));
    }

    /** Keeps what operators are told. */
    static final class Notices implements ConnectionObserver {
        final List<String> all = new CopyOnWriteArrayList<>();

        @Override
        public void onNotice(String message) {
            all.add(message);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
