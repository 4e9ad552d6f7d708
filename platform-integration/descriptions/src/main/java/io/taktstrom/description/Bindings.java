package io.taktstrom.description;

import java.util.List;

import org.jspecify.annotations.Nullable;

/** The protocols that descriptions can have. */
final class Bindings {

    private static final List<ProtocolBinding> ALL = List.of(
            new OpcUaBinding(),
            new ModbusBinding(),
            new QueryBinding("ads", "symbol", "adsv:"),
            new QueryBinding("s7", "tag", "s7v:"));

    private Bindings() {}

    static @Nullable ProtocolBinding ofUri(String uriScheme) {
        return ALL.stream()
                .filter(each -> each.uriScheme().equals(uriScheme))
                .findFirst()
                .orElse(null);
    }

    static @Nullable ProtocolBinding ofConnector(String scheme) {
        return ALL.stream()
                .filter(each -> each.scheme().equals(scheme))
                .findFirst()
                .orElse(null);
    }
}
