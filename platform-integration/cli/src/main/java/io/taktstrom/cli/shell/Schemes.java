package io.taktstrom.cli.shell;

import java.util.Iterator;
import java.util.function.Supplier;

import io.taktstrom.spi.Providers;

/** How URIs begin, for completion: the connectors that there are, plug-ins included. */
public final class Schemes implements Iterable<String> {

    private final Supplier<Providers> providers;

    /** Those of the class path. */
    Schemes() {
        this(Providers::ofClassPath);
    }

    /** @param providers asked only when something is completed */
    public Schemes(Supplier<Providers> providers) {
        this.providers = providers;
    }

    @Override
    public Iterator<String> iterator() {
        return providers.get().connectors().stream()
                .map(connector -> connector.descriptor().scheme() + "://")
                .iterator();
    }
}
