package io.taktstrom.kit.tls;

import java.io.IOException;
import java.io.Serial;

/** A peer answers with something else than TLS, or without any encryption. */
public final class NoTlsException extends IOException {

    @Serial
    private static final long serialVersionUID = 1;

    NoTlsException(int first) {
        super("the peer does not speak TLS: its first byte is 0x" + Integer.toHexString(first & 0xFF));
    }
}
