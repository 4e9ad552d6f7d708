package io.taktstrom.ads.jni;

import org.jspecify.annotations.Nullable;

/** There is no shim that can be loaded; the message says why, and what helps. */
final class ShimUnavailableException extends Exception {

    ShimUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
