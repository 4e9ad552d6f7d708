package io.taktstrom.s7.engine;

import java.util.concurrent.CompletionStage;

import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;

/** What carries requests to a CPU, until it is lost or closed. Thread-safe. */
public interface Carrier extends AutoCloseable {

    /** The largest PDU of a request. */
    int requestBytes();

    /** The largest PDU of an answer. */
    int answerBytes();

    /** The most variables in one request, whatever its size. */
    default int items() {
        return Integer.MAX_VALUE;
    }

    /** How many requests the CPU takes at once. */
    int jobs();

    /**
     * Sends all requests of a work, as many at once as the CPU takes, and returns when all are answered.
     *
     * @throws ConnectorException when the connection fails or one of the requests is not answered in time; what became of
     *     the others is unknown
     */
    void run(Work work) throws ConnectorException;

    /** Asks the CPU for as little as possible and takes any answer. */
    default void checkAlive() throws ConnectorException {
        run(new S7Heartbeat());
    }

    void requireOpen() throws ConnectionLostException;

    /** Completes once: normally after {@link #close}, with the cause after a loss. */
    CompletionStage<Void> closed();

    /** Ends the calls of its user. Idempotent. */
    @Override
    void close();

    /** The CPU, for messages. */
    @Override
    String toString();
}
