package io.taktstrom.runtime.plugin;

/** A plug-in is not loaded: the message says why, and what to do. */
final class PluginException extends Exception {

    private static final long serialVersionUID = 1;

    PluginException(String message) {
        super(message);
    }

    PluginException(String message, Throwable cause) {
        super(message, cause);
    }
}
