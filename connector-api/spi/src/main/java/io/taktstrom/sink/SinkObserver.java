package io.taktstrom.sink;

import java.time.Instant;

import io.taktstrom.model.CertificateHolder;

/**
 * Hears what a sink does, for meters and logs. Calls come on whatever thread does the work, so an implementation is
 * thread-safe, quick, and allocates nothing in {@link #onRequestCompleted}.
 */
public interface SinkObserver {

    /** No observer. A sink that was given this one need not even read the clock. */
    SinkObserver NONE = new SinkObserver() {};

    /**
     * The receiver answered, well or not.
     *
     * @param bytes that were sent, as far as the sink knows
     * @param nanos from the request to the answer
     */
    default void onRequestCompleted(long bytes, long nanos) {}

    /** A certificate is used, which is good until then; told whenever it is found out, as far as the sink can. */
    default void onCertificate(CertificateHolder holder, Instant until) {}

    /** The receiver did something that an operator should know: what, where, and what we do about it. */
    default void onNotice(String message) {}
}
