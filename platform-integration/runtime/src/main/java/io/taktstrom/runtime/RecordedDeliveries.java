package io.taktstrom.runtime;

import java.time.Instant;

import io.taktstrom.kit.event.DeliveryEvent;
import io.taktstrom.model.CertificateHolder;
import io.taktstrom.sink.SinkObserver;

/**
 * Reports what a sink sends to Flight Recorder and to the next observer.
 *
 * @param sink its name
 */
record RecordedDeliveries(String sink, SinkObserver next) implements SinkObserver {

    @Override
    public void onRequestCompleted(long bytes, long nanos) {
        DeliveryEvent.tell(sink, bytes, nanos);
        next.onRequestCompleted(bytes, nanos);
    }

    @Override
    public void onNotice(String message) {
        next.onNotice(message);
    }

    @Override
    public void onCertificate(CertificateHolder holder, Instant until) {
        next.onCertificate(holder, until);
    }
}
