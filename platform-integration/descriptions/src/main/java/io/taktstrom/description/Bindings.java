package io.taktstrom.description;

import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/** The protocols that descriptions can have. */
final class Bindings {

    private static final List<ProtocolBinding> ALL = List.of(
            new OpcUaBinding(),
            new ModbusBinding(),
            new QueryBinding("ads", "symbol", "adsv:"),
            new QueryBinding("s7", "tag", "s7v:"));

    /** Options that name what is on this machine: a description must not choose which library or key is loaded. */
    private static final Set<String> LOCAL =
            Set.of("backend", "library", "isolation", "pki", "userCertificate", "userKey");

    private Bindings() {}

    static boolean isLocal(String option) {
        return LOCAL.contains(option);
    }

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
