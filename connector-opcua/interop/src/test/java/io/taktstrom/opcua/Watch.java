package io.taktstrom.opcua;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScanClass;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.stream.source.ManagedConnection;
import io.taktstrom.stream.source.ManagedSettings;
import io.taktstrom.stream.source.Scan;
import io.taktstrom.testkit.RecordedSample;
import io.taktstrom.testkit.RecordingSink;

/** What a managed connection that comes back quickly has of its points, which the server pushes. */
public final class Watch {

    /** For all that must happen soon. */
    public static final Duration LIMIT = Duration.ofSeconds(60);

    private static final ScanClass PUSHED =
            new ScanClass("pushed", ScanClass.Mode.NOTIFY, Duration.ofMillis(20), Duration.ofMillis(20));

    private final RecordingSink sink = new RecordingSink(LIMIT);
    private final List<String> notices = new CopyOnWriteArrayList<>();

    /** Begins to connect. */
    public ManagedConnection begin(String uri, String... addresses) {
        OpcUaProvider provider = new OpcUaProvider();
        ConnectionObserver observer = new ConnectionObserver() {
            @Override
            public void onNotice(String message) {
                notices.add(message);
            }
        };
        return ManagedConnection.to(provider, provider.descriptor().parse(uri + "&connectTimeout=20s"))
                .named("line")
                .scan(new Scan(PUSHED, Stream.of(addresses).map(DataPoint::of).toList(), sink))
                .settings(ManagedSettings.standard()
                        .withBackOff(Duration.ofMillis(20), Duration.ofMillis(200))
                        .withSeed(1))
                .observer(observer)
                .start();
    }

    public RecordingSink sink() {
        return sink;
    }

    public List<String> notices() {
        return notices;
    }

    /** Whether the point's last sample so far is Bad. */
    public boolean lastIsBad(String address) {
        List<RecordedSample> samples = sink.samplesOf(address);
        return !samples.isEmpty()
                && StatusCode.isBad(samples.get(samples.size() - 1).status());
    }
}
