package io.taktstrom.stream.meter;

import java.util.IdentityHashMap;
import java.util.function.Supplier;

import io.taktstrom.stream.Accounting;
import io.taktstrom.stream.Pipeline;
import org.jspecify.annotations.Nullable;

/**
 * One read of a registry's meters. The numbers of a pipeline that are read within it come from one moment:
 * {@code received = published + buffered + dropped}. Outside of one, each meter reads the present.
 *
 * <pre>{@code
 * String page = Scrape.of(() -> prometheus.scrape());
 * }</pre>
 */
public final class Scrape {

    private static final ThreadLocal<@Nullable Scrape> CURRENT = new ThreadLocal<>();

    private final IdentityHashMap<Pipeline, Accounting> accounts = new IdentityHashMap<>();

    private Scrape() {}

    /** Reads meters on the caller's thread. A read within another one belongs to that. */
    public static <T> T of(Supplier<T> read) {
        if (CURRENT.get() != null) {
            return read.get();
        }
        CURRENT.set(new Scrape());
        try {
            return read.get();
        } finally {
            CURRENT.remove();
        }
    }

    static Accounting accounting(Pipeline pipeline) {
        Scrape current = CURRENT.get();
        return current == null
                ? pipeline.accounting()
                : current.accounts.computeIfAbsent(pipeline, Pipeline::accounting);
    }
}
