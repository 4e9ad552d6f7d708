package io.taktstrom.sinks.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.sink.SinkProvider;
import io.taktstrom.testkit.FaultProxy;
import io.taktstrom.testkit.ReceivedSample;
import io.taktstrom.testkit.TestOptions;
import io.taktstrom.testkit.peer.PeerProcess;
import io.taktstrom.testkit.sink.ProxiedReceiver;
import io.taktstrom.testkit.sink.SinkContract;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A server in Python behind a proxy. */
final class Receiver implements ProxiedReceiver {

    private static final int REFUSED = 666_666;
    private static final JsonMapper JSON = new JsonMapper();

    private final PeerProcess peer;
    private final FaultProxy proxy;

    Receiver() throws IOException {
        peer = PeerProcess.start("TAKT_PYTHON", "Python 3.9 or newer", Path.of("src/test/interop/http_receiver.py"));
        int port = Integer.parseInt(peer.line("ok "));
        proxy = FaultProxy.start(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1);
    }

    @Override
    public FaultProxy proxy() {
        return proxy;
    }

    @Override
    public SinkProvider provider() {
        return new HttpProvider();
    }

    @Override
    public Map<String, String> options() {
        return with();
    }

    /** The options, and more of them: name, value, name, value. */
    Map<String, String> with(String... more) {
        Map<String, String> usual =
                Map.of("url", "http://127.0.0.1:" + proxy.address().getPort() + "/samples", "format", "jsonl");
        return TestOptions.of(usual, more);
    }

    void tell(String order) throws IOException {
        peer.tell(order, "ok ");
    }

    List<JsonNode> list(String order) throws IOException {
        int count = Integer.parseInt(peer.tell(order, "ok "));
        List<JsonNode> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lines.add(JSON.readTree(peer.line("")));
        }
        return lines;
    }

    @Override
    public List<ReceivedSample> received() throws IOException {
        return list("samples").stream().map(Receiver::sample).toList();
    }

    private static ReceivedSample sample(JsonNode json) {
        return new ReceivedSample(
                json.get("point").stringValue(),
                JSON.treeToValue(json.get("value"), Object.class),
                json.get("status").stringValue(),
                time(json.get("sourceTime")),
                time(json.get("receivedAt")));
    }

    private static long time(@Nullable JsonNode json) {
        if (json == null || json.isNull()) {
            return SampleBatch.NO_TIME;
        }
        Instant instant = Instant.parse(json.stringValue());
        return instant.getEpochSecond() * 1_000_000_000L + instant.getNano();
    }

    @Override
    public Map<String, String> missing() {
        return Map.of(SinkContract.NO_ALLOCATION, "what the client library makes for a request");
    }

    @Override
    public Map<String, String> unusableOptions() {
        return with("url", "https://127.0.0.1:1/", "ca", "/nowhere/at/all.pem");
    }

    @Override
    public void fill() throws IOException {
        tell("status 507");
    }

    @Override
    public void recover() throws IOException {
        ProxiedReceiver.super.recover();
        tell("status 0");
    }

    @Override
    public DataType refusedType() {
        return ScalarType.DINT;
    }

    @Override
    public Object refusedValue() {
        try {
            tell("refuse " + REFUSED);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return REFUSED;
    }

    /** The JDK ends a client's thread when the client is collected; here that is when this is asked. */
    @Override
    public boolean isReceiverThread(Thread thread) {
        if (thread.getName().endsWith("SelectorManager")) {
            System.gc();
        }
        return false;
    }

    @Override
    public void close() {
        proxy.close();
        peer.close();
    }
}
