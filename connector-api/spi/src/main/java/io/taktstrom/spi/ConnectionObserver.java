package io.taktstrom.spi;

import java.time.Instant;

import io.taktstrom.model.CertificateHolder;

/**
 * Hears what a connection does, for meters and logs. Calls come on whatever thread does the work, so an implementation
 * is thread-safe, quick, and allocates nothing in {@link #onOperationCompleted} and {@link #onRoundTrips}.
 */
public interface ConnectionObserver {

    /** No observer. A connection that was given this one need not even read the clock. */
    ConnectionObserver NONE = new ConnectionObserver() {};

    /** What was asked of a connection. */
    enum Operation {
        RESOLVE,
        READ,
        WRITE,
        SUBSCRIBE,
        BROWSE
    }

    /** A call of the SPI returned, well or not, after this long. */
    default void onOperationCompleted(Operation operation, long nanos) {}

    /** That many requests went to the device and were answered. */
    default void onRoundTrips(int count) {}

    /** Both sides, or one, show a certificate, which is good until then; told at each new session. */
    default void onCertificate(CertificateHolder holder, Instant until) {}

    /** The device or the peer did something that an operator should know: what, where, and what we do about it. */
    default void onNotice(String message) {}
}
