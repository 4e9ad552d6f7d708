package io.taktstrom.http;

import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The names by which clients may call a server of this machine, beside {@code localhost} and addresses (RFC 9110, 7.2). Any other
 * name can be made to lead here by its owner, and then a web page of theirs could send requests by way of a user's browser. Immutable.
 */
public final class HostNames {

    /** Nothing but {@code localhost} and addresses. */
    public static final HostNames LOCAL = new HostNames(Set.of());

    private static final String ADDRESS = "[0-9.]+|\\[[0-9a-f:.]+\\]";

    private final Set<String> names;

    /** @param more names, in capitals or small letters */
    public HostNames(Collection<String> more) {
        names = Stream.concat(Stream.of("localhost"), more.stream())
                .filter(name -> !name.isEmpty())
                .map(name -> name.toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Whether a request called us by one of them; on whatever port. */
    public boolean isCalledIn(HttpRequest request) {
        String host = request.header("host").toLowerCase(Locale.ROOT).replaceFirst(":\\d+$", "");
        return host.matches(ADDRESS) || names.contains(host);
    }
}
