package io.taktstrom.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.StoreScope;

/**
 * A server that all test classes of a JVM share, because starting it takes longer than most tests: it starts before the first
 * class that registers it, by {@code @RegisterExtension} at a static field, and is closed after the last test. A test leaves it
 * as it found it.
 *
 * @param <T> what is shared: one of each class
 */
public final class OnceForAll<T extends AutoCloseable> implements BeforeAllCallback {

    /** How it starts. */
    @FunctionalInterface
    public interface Start<S> {
        S start() throws IOException;
    }

    private final Class<T> type;
    private final Start<T> start;
    private volatile @Nullable T started;

    /** @param start called once in a JVM, however often it is registered */
    public OnceForAll(Class<T> type, Start<T> start) {
        this.type = type;
        this.start = start;
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        started = context.getStore(StoreScope.LAUNCHER_SESSION, Namespace.create(OnceForAll.class))
                .computeIfAbsent(type, key -> start(), type);
    }

    private T start() {
        try {
            return start.start();
        } catch (IOException e) {
            throw new UncheckedIOException(type.getSimpleName() + " does not start: " + e.getMessage(), e);
        }
    }

    /** What is shared; only while a test class runs that registers this. */
    public T get() {
        T present = started;
        if (present == null) {
            throw new IllegalStateException(
                    type.getSimpleName() + " is there once this is registered by @RegisterExtension");
        }
        return present;
    }
}
