package io.taktstrom.ads.symbol;

import java.nio.ByteBuffer;

import io.taktstrom.ads.protocol.UploadSizes;

/** What is sent to ask by name, and where the answer goes. */
final class Names {

    private Names() {}

    /** With a zero behind it; without the blanks that people put between indices. */
    static ByteBuffer encoded(String name) {
        return ByteBuffer.wrap((name.replace(" ", "") + '\0').getBytes(UploadSizes.DEFAULT_CHARSET));
    }
}
