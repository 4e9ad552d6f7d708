package io.taktstrom.cli.plant;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.peer.PeerProcess;

/** Python's own HTTP server, with a receiver of our tests on it. */
public final class HttpReceiver extends Receiver {

    private final PeerProcess peer = PeerProcess.start(
            "TAKT_PYTHON", "Python 3.9 or newer", Path.of("../sinks/http/src/test/interop/http_receiver.py"));
    private final FaultProxy proxy = proxy(Integer.parseInt(peer.line("ok ")));
    private int read;

    public HttpReceiver() throws IOException {}

    @Override
    public FaultProxy proxy() {
        return proxy;
    }

    @Override
    public String options() {
        return "type: http, url: \"http://127.0.0.1:" + proxy.address().getPort() + "/samples\", format: jsonl";
    }

    @Override
    public List<SeenSample> next(String stream) throws IOException {
        int count = Integer.parseInt(peer.tell("samples", "ok "));
        List<SeenSample> samples = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            String line = peer.line("");
            if (i >= read) {
                samples.add(SeenSample.ofJson(line));
            }
        }
        read = count;
        return samples;
    }

    /** It answers, but with an error: what it has is in its memory. */
    @Override
    public void kill() throws IOException {
        peer.tell("status 503", "ok ");
    }

    @Override
    public void restart() throws IOException {
        peer.tell("status 0", "ok ");
    }

    @Override
    public String crash() {
        return "it answers 503";
    }

    @Override
    public boolean dropsRepeats() {
        return true;
    }

    @Override
    public void close() {
        proxy.close();
        peer.close();
    }
}
