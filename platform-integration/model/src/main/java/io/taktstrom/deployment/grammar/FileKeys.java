package io.taktstrom.deployment.grammar;

import java.util.List;

import io.taktstrom.descriptor.OptionType;

/** Keys of a deployment file, and the forms of its texts. */
public final class FileKeys {

    public static final String CONNECTIONS = "connections";
    public static final String SCAN_CLASSES = "scanClasses";
    public static final String POINTS = "points";
    public static final String STREAMS = "streams";
    public static final String SINKS = "sinks";
    public static final String COMMANDS = "commands";
    public static final String GATHERS = "gathers";
    public static final String METRICS = "metrics";
    public static final String HEALTH = "health";
    public static final String ALARMS = "alarms";
    public static final String NOTIFY = "notify";
    public static final String STANDBY = "standby";

    /** What a deployment is made of, in whatever files and templates its parts stand. */
    public static final List<String> SECTIONS = List.of(
            CONNECTIONS,
            SCAN_CLASSES,
            POINTS,
            STREAMS,
            SINKS,
            COMMANDS,
            GATHERS,
            METRICS,
            HEALTH,
            ALARMS,
            NOTIFY,
            STANDBY);

    public static final String INCLUDE = "include";
    public static final String DEFAULTS = "defaults";
    public static final String TEMPLATES = "templates";
    public static final String USE = "use";

    // Patterns go into the JSON Schema as well: only syntax that Java and ECMA-262 share.

    /** Names of connections, scan classes, sinks and streams: they become parts of point names and metrics. */
    public static final OptionType.Text NAME =
            new OptionType.Text("[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}", "a name of letters, digits and _ . -");

    /** Names of points: whatever has no space, and no wildcard, by which streams choose. */
    public static final OptionType.Text POINT_NAME = new OptionType.Text(
            "[^\\s\\x00-\\x1f\\x7f*?]{1,250}", "a name of 1 to 250 characters without spaces, * and ?");

    /** Addresses: connectors check them by regular expressions, whose depth grows with the length of the text. */
    public static final OptionType.Text ADDRESS =
            new OptionType.Text("[^\\x00-\\x1f]{1,500}", "an address of 1 to 500 characters");

    static final OptionType.Text NOT_EMPTY = new OptionType.Text("[\\s\\S]*\\S[\\s\\S]*", "text");

    private FileKeys() {}
}
