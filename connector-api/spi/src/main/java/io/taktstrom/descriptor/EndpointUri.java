package io.taktstrom.descriptor;

import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.taktstrom.model.Endpoint;
import org.jspecify.annotations.Nullable;

/**
 * An endpoint as {@code scheme://host:port/path?option=value}.
 *
 * <p>Each value may be a {@link Reference}. Messages show neither the query, nor a user before the host, nor what a
 * reference stands for: all may hold secrets.
 */
final class EndpointUri {

    /** Scheme, user, host, port, path and query; hosts may be what DNS would not allow, such as {@code my_plc}. */
    private static final Pattern SYNTAX = Pattern.compile("(?<scheme>[A-Za-z][A-Za-z0-9+.-]*)://(?<user>[^/?#]*@)?"
            + "(?<host>[^\\s:/?#@\\[\\]]+|\\[[^\\s/?#@\\[\\]]+])(:(?<port>\\d{1,9}))?"
            + "(/(?<path>[^?#]*))?(\\?(?<query>[^#]*))?");

    /** Between the options of a path, but not within a reference. */
    private static final Pattern SEPARATOR = Pattern.compile(":(?![^{}]*})");

    private EndpointUri() {}

    /** @param seen whether others can see the text, and a secret must not stand in it */
    static Endpoint parse(ConnectorDescriptor descriptor, String text, boolean seen) {
        Matcher uri = SYNTAX.matcher(text);
        if (!uri.matches() || !descriptor.scheme().equals(uri.group("scheme"))) {
            throw wrong(descriptor, text, "no scheme, host and port of this form");
        }
        if (uri.group("user") != null) {
            throw wrong(descriptor, text, "it names a user, for which there are options");
        }
        Map<String, String> options = new LinkedHashMap<>();
        try {
            readPath(descriptor, uri.group("path"), options);
            readQuery(uri.group("query"), options);
            if (seen) {
                checkSecrets(descriptor, options);
            }
            options.replaceAll((name, value) -> resolved(descriptor.option(name), name, value));
        } catch (IllegalArgumentException e) {
            throw wrong(descriptor, text, e.getMessage());
        }
        String host = uri.group("host").replaceAll("^\\[|]$", "");
        String port = uri.group("port");
        return descriptor.endpoint(host, port == null ? descriptor.defaultPort() : Integer.parseInt(port), options);
    }

    /** The last option takes the rest of the path, whatever it holds. */
    private static void readPath(ConnectorDescriptor descriptor, @Nullable String path, Map<String, String> options) {
        if (path == null || path.isEmpty()) {
            return;
        }
        int count = descriptor.pathOptions().size();
        if (count == 0) {
            throw new IllegalArgumentException("it has a path");
        }
        String[] parts = SEPARATOR.split(path, count);
        for (int i = 0; i < parts.length; i++) {
            // A plus is a space in a query only.
            give(options, descriptor.pathOptions().get(i).name(), decode(parts[i].replace("+", "%2B")));
        }
    }

    private static void checkSecrets(ConnectorDescriptor descriptor, Map<String, String> options) {
        options.forEach((name, value) -> {
            Option<?> option = descriptor.option(name);
            if (option != null && option.secret() && !value.isEmpty() && !Reference.isMeant(value)) {
                throw new IllegalArgumentException("option " + name
                        + " is a secret, which everybody on this machine can" + " see here; say where it stands, '"
                        + name + "=${env:NAME}' or '" + name + "=${file:PATH}'");
            }
        });
    }

    private static String resolved(@Nullable Option<?> option, String name, String value) {
        if (option == null || !Reference.isMeant(value)) {
            return value;
        }
        String found;
        try {
            found = Reference.parse(value).resolve();
        } catch (Reference.UnresolvedException e) {
            throw new IllegalArgumentException("option " + name + ": " + e.getMessage());
        }
        try {
            option.type().parse(found);
        } catch (IllegalArgumentException e) {
            // The exception's message has the value in it, which may be a secret.
            throw new IllegalArgumentException("option " + name + ": what " + value + " holds is not "
                    + option.type().describe());
        }
        return found;
    }

    private static void readQuery(@Nullable String query, Map<String, String> options) {
        if (query == null) {
            return;
        }
        String[] pairs = query.split("&", -1);
        for (int i = 0; i < pairs.length; i++) {
            int equals = pairs[i].indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("part " + (i + 1) + " of its query is not option=value");
            }
            give(options, pairs[i].substring(0, equals), decode(pairs[i].substring(equals + 1)));
        }
    }

    private static void give(Map<String, String> options, String name, String value) {
        if (options.putIfAbsent(name, value) != null) {
            throw new IllegalArgumentException("option " + name + " is given twice");
        }
    }

    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("a % is not followed by two hexadecimal digits; write %25 for the sign");
        }
    }

    static String format(ConnectorDescriptor descriptor, Endpoint endpoint) {
        Map<String, String> rest = new LinkedHashMap<>(endpoint.options());
        StringBuilder path = new StringBuilder();
        for (Option<?> option : descriptor.pathOptions()) {
            String value = rest.remove(option.name());
            String shown = value != null ? value : option.defaultText();
            if (shown != null) {
                path.append(path.isEmpty() ? "/" : ":")
                        .append(encode(shown).replace("+", "%20").replace("%2F", "/"));
            }
        }
        String query = rest.entrySet().stream()
                .filter(entry -> !isSecret(descriptor, entry.getKey()))
                .map(entry -> entry.getKey() + "=" + encode(entry.getValue()))
                .collect(Collectors.joining("&"));
        return endpoint + path.toString() + (query.isEmpty() ? "" : "?" + query);
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static boolean isSecret(ConnectorDescriptor descriptor, String name) {
        Option<?> option = descriptor.option(name);
        return option == null || option.secret();
    }

    static String syntax(ConnectorDescriptor descriptor) {
        String path = descriptor.pathOptions().stream().map(Option::name).collect(Collectors.joining(":"));
        return descriptor.scheme() + "://HOST[:" + descriptor.defaultPort() + "]" + (path.isEmpty() ? "" : "/" + path)
                + "[?OPTION=VALUE&...]";
    }

    private static IllegalArgumentException wrong(ConnectorDescriptor descriptor, String text, @Nullable String why) {
        String shown = text.replaceFirst("(?s)\\?.*", "?...").replaceFirst("(?s)//.*@", "//...@");
        return new IllegalArgumentException(
                "'" + shown + "' is no " + descriptor.title() + " endpoint: " + why + "; write " + syntax(descriptor));
    }
}
