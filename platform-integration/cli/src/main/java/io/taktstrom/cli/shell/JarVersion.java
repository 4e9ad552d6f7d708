package io.taktstrom.cli.shell;

/** The version that the jar says. */
public final class JarVersion {

    private JarVersion() {}

    /** For example {@code 0.1.0}. */
    public static String text() {
        String version = JarVersion.class.getPackage().getImplementationVersion();
        return version == null ? "(not packaged)" : version;
    }
}
