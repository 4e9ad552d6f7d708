package io.taktstrom.cli.oktoflow;

import java.util.Objects;

import io.taktstrom.cli.shell.Shell;
import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.spi.ConnectorProvider;
import org.jspecify.annotations.Nullable;

/** The connectors that there are, by scheme. */
record Descriptors(Shell shell) {

    @Nullable
    ConnectorDescriptor find(String scheme) {
        return shell.providers().connectors().stream()
                .map(ConnectorProvider::descriptor)
                .filter(descriptor -> descriptor.scheme().equals(scheme))
                .findFirst()
                .orElse(null);
    }

    ConnectorDescriptor get(String scheme) {
        return Objects.requireNonNull(find(scheme));
    }
}
