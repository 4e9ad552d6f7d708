package io.taktstrom.descriptor;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

import io.taktstrom.model.Endpoint;
import org.jspecify.annotations.Nullable;

/** An endpoint as {@code scheme://host:port/path?option=value}. */
final class EndpointUri {

    private EndpointUri() {}

    static Endpoint parse(ConnectorDescriptor descriptor, String text) {
        URI uri;
        try {
            uri = new URI(text);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException(wrong(descriptor, text, e.getReason()), e);
        }
        if (!descriptor.scheme().equals(uri.getScheme()) || uri.getHost() == null) {
            throw new IllegalArgumentException(wrong(descriptor, text, "no host and port of this form"));
        }
        Map<String, String> options = new LinkedHashMap<>();
        readPath(descriptor, text, uri.getPath(), options);
        readQuery(descriptor, text, uri.getRawQuery(), options);
        String host = uri.getHost().replaceAll("^\\[|]$", "");
        return descriptor.endpoint(host, uri.getPort() < 0 ? descriptor.defaultPort() : uri.getPort(), options);
    }

    private static void readPath(
            ConnectorDescriptor descriptor, String text, String rawPath, Map<String, String> options) {
        String path = rawPath.startsWith("/") ? rawPath.substring(1) : rawPath;
        if (path.isEmpty()) {
            return;
        }
        int count = descriptor.pathOptions().size();
        String[] parts = path.split(":", -1);
        if (parts.length > count) {
            throw new IllegalArgumentException(wrong(descriptor, text, "path '" + path + "' has too many parts"));
        }
        for (int i = 0; i < parts.length; i++) {
            options.put(descriptor.pathOptions().get(i).name(), parts[i]);
        }
    }

    private static void readQuery(
            ConnectorDescriptor descriptor, String text, @Nullable String query, Map<String, String> options) {
        if (query == null) {
            return;
        }
        for (String pair : query.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(wrong(descriptor, text, "'" + pair + "' is not option=value"));
            }
            options.put(
                    pair.substring(0, equals), URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
        }
    }

    static String format(ConnectorDescriptor descriptor, Endpoint endpoint) {
        Map<String, String> rest = new LinkedHashMap<>(endpoint.options());
        StringBuilder path = new StringBuilder();
        for (Option<?> option : descriptor.pathOptions()) {
            String value = rest.remove(option.name());
            String shown = value != null ? value : option.defaultText();
            if (shown != null) {
                path.append(path.isEmpty() ? "/" : ":").append(shown);
            }
        }
        String query = rest.entrySet().stream()
                .filter(entry -> !isSecret(descriptor, entry.getKey()))
                .map(entry -> entry.getKey() + "=" + URLEncoder.encode(entry.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return endpoint + path.toString() + (query.isEmpty() ? "" : "?" + query);
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

    private static String wrong(ConnectorDescriptor descriptor, String text, String why) {
        return "'" + text + "' is no " + descriptor.title() + " endpoint: " + why + "; write " + syntax(descriptor);
    }
}
