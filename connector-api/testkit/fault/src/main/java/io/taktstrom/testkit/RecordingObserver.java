package io.taktstrom.testkit;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.model.CertificateHolder;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkObserver;

/** Keeps what a sink tells its operator. Thread-safe. */
public final class RecordingObserver implements SinkObserver {

    private final List<String> notices = new CopyOnWriteArrayList<>();
    private final Map<CertificateHolder, Instant> certificates = new ConcurrentHashMap<>();

    @Override
    public void onNotice(String message) {
        notices.add(message);
    }

    @Override
    public void onCertificate(CertificateHolder holder, Instant until) {
        certificates.put(holder, until);
    }

    /** All notices so far. */
    public List<String> notices() {
        return notices;
    }

    /** The certificates that were told, and until when they are good. */
    public Map<CertificateHolder, Instant> certificates() {
        return certificates;
    }

    /** What a sink of this name gets that this observes. */
    public SinkContext context(String sink) {
        return context(sink, Path::of);
    }

    /** The same, with paths of its own. */
    public SinkContext context(String sink, Function<String, Path> paths) {
        return new SinkContext(sink, paths, EpochNanoClock.system(), this);
    }
}
