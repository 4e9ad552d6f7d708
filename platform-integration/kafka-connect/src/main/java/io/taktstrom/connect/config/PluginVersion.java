package io.taktstrom.connect.config;

/** The version that workers show for both connectors. */
public final class PluginVersion {

    private PluginVersion() {}

    /** As the jar's manifest has it. */
    public static String text() {
        String version = PluginVersion.class.getPackage().getImplementationVersion();
        return version == null ? "unpackaged" : version;
    }
}
