package io.taktstrom.cli;

import java.util.List;

/**
 * What a Java says of itself, and whether takt takes it: for Linux as for Windows.
 *
 * @param version as it stands in the file release, and in quotes in what {@code java -version} says
 */
record LauncherCase(String version, boolean isNewEnough) {

    static final List<LauncherCase> VERSIONS = List.of(
            new LauncherCase("1.8.0_392", false),
            new LauncherCase("9", false),
            new LauncherCase("11.0.22", false),
            new LauncherCase("16.0.2", false),
            new LauncherCase("17", true),
            new LauncherCase("17-ea", true),
            new LauncherCase("17.0.15", true),
            new LauncherCase("21.0.2", true),
            new LauncherCase("25+36", true),
            new LauncherCase("100.1", true));
}
