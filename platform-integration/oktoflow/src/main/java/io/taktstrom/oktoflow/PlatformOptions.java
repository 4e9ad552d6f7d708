package io.taktstrom.oktoflow;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;

/** Specific settings that every connector has in oktoflow beside its own options; in a host that is a URI too. */
public final class PlatformOptions {

    public static final Option<String> POINTS = Option.text(
            "points",
            new OptionType.Text("(?s).*", "text"),
            "",
            "Names of variables with their addresses, a line 'name = address' each, or the resource or file that has them;"
                    + " a name that is not among them is an address.");

    public static final Option<Duration> CYCLE = Option.time(
            "cycle",
            Duration.ZERO,
            Duration.ofHours(1),
            Duration.ofMillis(10),
            "How often the device looks for changes when it notifies; 0s for as often as it can.");

    public static final Option<Duration> MAX_DELAY = Option.time(
            "maxDelay",
            Duration.ZERO,
            Duration.ofHours(1),
            Duration.ZERO,
            "How long the device may gather changes before it notifies; 0s for at once.");

    public static final List<Option<?>> ALL = List.of(POINTS, CYCLE, MAX_DELAY);

    private PlatformOptions() {}

    static boolean has(String name) {
        return ALL.stream().map(Option::name).anyMatch(name::equals);
    }

    /**
     * A URI without these options.
     *
     * @param taken gets those that it has
     */
    public static String takeFrom(String uri, Map<String, String> taken) {
        int mark = uri.indexOf('?');
        if (mark < 0) {
            return uri;
        }
        StringBuilder rest = new StringBuilder();
        for (String pair : uri.substring(mark + 1).split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0 && has(pair.substring(0, equals))) {
                taken.put(
                        pair.substring(0, equals),
                        URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
            } else {
                rest.append(rest.isEmpty() ? "?" : "&").append(pair);
            }
        }
        return uri.substring(0, mark) + rest;
    }
}
