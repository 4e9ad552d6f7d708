package io.taktstrom.ads.symbol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

import io.taktstrom.ads.protocol.UploadSizes;

/** What is sent to ask by name, and where the answer goes. */
final class Names {

    private Names() {}

    /** With a zero behind it; without the blanks that people put between indices. */
    static ByteBuffer encoded(String name) {
        return ByteBuffer.wrap((name.replace(" ", "") + '\0').getBytes(UploadSizes.DEFAULT_CHARSET));
    }

    static ByteBuffer allocate(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
