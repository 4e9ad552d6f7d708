package io.taktstrom.stream.meter;

import java.time.Instant;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.model.CertificateHolder;

/** What the meters of connections and of sinks share: notices and certificates. Thread-safe. */
abstract class PeerMeter {

    private final CertificateDates certificates;
    private final Consumer<String> notices;

    PeerMeter(EpochNanoClock clock, Consumer<String> notices) {
        certificates = new CertificateDates(clock);
        this.notices = notices;
    }

    public final void onNotice(String message) {
        notices.accept(message);
    }

    public final void onCertificate(CertificateHolder holder, Instant until) {
        certificates.set(holder, until);
    }

    final CertificateDates certificates() {
        return certificates;
    }
}
