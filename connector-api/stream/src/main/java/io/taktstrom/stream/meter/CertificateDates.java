package io.taktstrom.stream.meter;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Consumer;

import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.model.CertificateHolder;

/** Until when certificates are good, once they are known. Any thread. */
final class CertificateDates {

    private final EpochNanoClock clock;
    private final Map<CertificateHolder, Instant> ends = new EnumMap<>(CertificateHolder.class);
    private Consumer<CertificateHolder> listener = holder -> {};

    CertificateDates(EpochNanoClock clock) {
        this.clock = clock;
    }

    synchronized void set(CertificateHolder holder, Instant until) {
        if (ends.put(holder, until) == null) {
            listener.accept(holder);
        }
    }

    /** Hears of each whose certificate is known, now and later; one listener at a time. */
    synchronized void onKnown(Consumer<CertificateHolder> newListener) {
        listener = newListener;
        ends.keySet().forEach(newListener);
    }

    /** Negative when it is over. */
    synchronized double daysLeft(CertificateHolder holder) {
        Instant until = ends.get(holder);
        if (until == null) {
            return Double.NaN;
        }
        Duration left = Duration.between(Instant.ofEpochSecond(0, clock.epochNanos()), until);
        return left.toSeconds() / (double) Duration.ofDays(1).toSeconds();
    }
}
