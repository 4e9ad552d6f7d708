package io.taktstrom.kit.tcp;

import java.io.IOException;

import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import io.taktstrom.spi.RequestTimeoutException;
import org.jspecify.annotations.Nullable;

/** Why a connection has ended, and what its callers get to see of it. The first cause counts. Thread-safe. */
final class LinkFailure {

    private final String name;
    private volatile @Nullable ConnectorException cause;

    /** @param name of the peer, for messages */
    LinkFailure(String name) {
        this.name = name;
    }

    String peer() {
        return name;
    }

    /** Returns whether there was no cause before. */
    synchronized boolean set(ConnectorException newCause) {
        boolean isFirst = cause == null;
        if (isFirst) {
            cause = newCause;
        }
        return isFirst;
    }

    @Nullable
    ConnectorException cause() {
        return cause;
    }

    boolean isSet() {
        return cause != null;
    }

    /** For a call after the end. */
    ConnectionLostException lost() {
        ConnectorException current = cause;
        return new ConnectionLostException(
                current == null ? "connection to " + name + " is closed" : String.valueOf(current.getMessage()),
                current);
    }

    /** For a request in flight: one exception for each, of the cause's type. */
    ConnectorException forRequest() {
        ConnectorException current = cause;
        if (current instanceof MalformedFrameException) {
            return current;
        }
        return current instanceof RequestTimeoutException
                ? new RequestTimeoutException(String.valueOf(current.getMessage()), current)
                : lost();
    }

    /** For a call of a user that has closed. */
    static ConnectionLostException closed(LinkUser user) {
        return new ConnectionLostException("connection to " + user + " was closed");
    }

    ConnectionLostException broke(IOException e) {
        return new ConnectionLostException("connection to " + name + " broke: " + e, e);
    }

    ConnectionLostException unexpected(Throwable e) {
        return new ConnectionLostException(
                "connection to " + name + " is given up: an unexpected error while reading it: " + e
                        + "; please report it",
                e);
    }
}
