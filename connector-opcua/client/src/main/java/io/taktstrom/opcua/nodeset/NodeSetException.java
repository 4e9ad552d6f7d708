package io.taktstrom.opcua.nodeset;

import java.io.IOException;

/** A file is not a NodeSet2 file; the message says where and why. */
public final class NodeSetException extends IOException {

    private static final long serialVersionUID = 1;

    NodeSetException(String message, Throwable cause) {
        super(message, cause);
    }

    NodeSetException(String message) {
        super(message);
    }
}
