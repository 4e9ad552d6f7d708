package io.taktstrom.oktoflow.connector;

import java.util.Arrays;
import java.util.List;

/** Whether the platform on the class path is the one that this connector was built for. */
final class PlatformVersion {

    private static final String CONNECTORS = "de.iip_ecosphere.platform.connectors.";

    /** What other versions have another way: class, method, types of its parameters. */
    private static final List<List<String>> NEEDED = List.of(
            List.of(CONNECTORS + "AbstractConnector", "received", "java.lang.String", "java.lang.Object", "boolean"),
            List.of(CONNECTORS + "AbstractConnector", "request", "java.lang.String", "boolean"),
            List.of(CONNECTORS + "AbstractConnector", "enablePolling", "boolean"),
            List.of(CONNECTORS + "ConnectorParameter", "getSpecificSettingKeys"),
            List.of(CONNECTORS + "ConnectorParameter", "getKeystoreKey"),
            List.of(CONNECTORS + "model.ModelAccess", "get", "java.lang.String", "int"),
            List.of(CONNECTORS + "model.ModelAccess", "stepInto", "java.lang.String"),
            List.of(CONNECTORS + "model.ModelAccess", "getInt", "java.lang.String", "int"),
            List.of(CONNECTORS + "model.ModelAccess", "setMultiValue", "java.lang.String", "boolean", "java.util.List"),
            List.of(
                    "de.iip_ecosphere.platform.support.identities.IdentityStore",
                    "getKeystoreKey",
                    "java.lang.String",
                    "java.security.KeyStore",
                    "java.lang.String",
                    "[Ljava.lang.String;"),
            List.of("de.iip_ecosphere.platform.support.identities.IdentityToken", "getTokenDataAsString"),
            List.of("de.iip_ecosphere.platform.support.plugins.PluginSetup", "getClassLoader"),
            List.of("de.iip_ecosphere.platform.support.plugins.SingletonPluginDescriptor", "getId"));

    private PlatformVersion() {}

    /** @throws IllegalStateException with what is missing */
    static void check(ClassLoader platform) {
        for (List<String> each : NEEDED) {
            String type = each.get(0);
            List<String> parameters = each.subList(2, each.size());
            if (!has(platform, type, each.get(1), parameters)) {
                throw new IllegalStateException(
                        "oktoflow on the class path is another version than this connector was built"
                                + " for: " + type + "." + each.get(1) + "(" + String.join(", ", parameters)
                                + ") is missing; build"
                                + " taktstrom-oktoflow-connector against the jars of your platform, as docs/how-to/build-for-oktoflow.md"
                                + " says");
            }
        }
    }

    private static boolean has(ClassLoader platform, String type, String method, List<String> parameters) {
        try {
            for (Class<?> owner = Class.forName(type, false, platform); owner != null; owner = owner.getSuperclass()) {
                if (Arrays.stream(owner.getDeclaredMethods())
                        .anyMatch(each -> each.getName().equals(method)
                                && Arrays.stream(each.getParameterTypes())
                                        .map(Class::getName)
                                        .toList()
                                        .equals(parameters))) {
                    return true;
                }
            }
            return false;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }
}
