package io.taktstrom.description;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a form leads.
 *
 * @param port -1 when it is not stated
 * @param path without the first slash and the last one, decoded
 * @param query decoded
 */
record Href(String scheme, String host, int port, String path, Map<String, String> query) {

    private static final Pattern ABSOLUTE = Pattern.compile(
            "(?<scheme>[A-Za-z][A-Za-z0-9+.-]*)://(?<user>[^/?#]*@)?(?<host>[^\\s:/?#@\\[\\]]+|\\[[^\\s/?#@\\[\\]]+])"
                    + "(:(?<port>\\d{1,5}))?(?<path>/[^?#]*)?(\\?(?<query>[^#]*))?(#.*)?");
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:");
    private static final Pattern ENCODED = Pattern.compile("(%[0-9A-Fa-f]{2})+");

    /**
     * An href of a form. A path that is relative begins below the base: published descriptions of devices mean that, also where
     * RFC 3986 would replace the last segment of the base.
     *
     * @throws IllegalArgumentException with what would be right
     */
    static Href resolve(String base, String href) {
        if (SCHEME.matcher(href).lookingAt()) {
            return parse(href);
        }
        if (base.isBlank()) {
            throw new IllegalArgumentException("href '" + shown(href)
                    + "' is relative, and there is no base; state the base, such as opc.tcp://10.0.0.5:4840");
        }
        Href root = parse(base);
        int mark = href.indexOf('?');
        String path = mark < 0 ? href : href.substring(0, mark);
        Map<String, String> query = new LinkedHashMap<>(root.query);
        query.putAll(query(mark < 0 ? "" : href.substring(mark + 1)));
        String below = trimmed(decode(path));
        if (below.isEmpty()) {
            below = root.path;
        } else if (!path.startsWith("/") && !root.path.isEmpty()) {
            below = root.path + "/" + below;
        }
        return new Href(root.scheme, root.host, root.port, below, query);
    }

    private static Href parse(String uri) {
        Matcher match = ABSOLUTE.matcher(uri);
        if (!match.matches() || match.group("user") != null) {
            throw new IllegalArgumentException(
                    "'" + shown(uri) + "' is not a URI of a device; write SCHEME://HOST:PORT/..., without a user");
        }
        String port = match.group("port");
        String path = match.group("path");
        String query = match.group("query");
        return new Href(
                match.group("scheme"),
                match.group("host").replaceAll("^\\[|]$", ""),
                port == null ? -1 : Integer.parseInt(port),
                path == null ? "" : trimmed(decode(path)),
                query(query == null ? "" : query));
    }

    private static Map<String, String> query(String text) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String pair : text.split("&", -1)) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                pairs.put(pair.substring(0, equals), decode(pair.substring(equals + 1)));
            }
        }
        return pairs;
    }

    private static String trimmed(String path) {
        return path.replaceAll("^/+|/+$", "");
    }

    /** Lenient: OPC 10101 asks for two characters to be encoded only, so a node id may hold a sign of per cent. */
    private static String decode(String text) {
        return ENCODED.matcher(text).replaceAll(run -> {
            String digits = run.group().replace("%", "");
            byte[] bytes = new byte[digits.length() / 2];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) Integer.parseInt(digits.substring(2 * i, 2 * i + 2), 16);
            }
            return Matcher.quoteReplacement(new String(bytes, StandardCharsets.UTF_8));
        });
    }

    /** For a query: all that is not a letter, a digit or one of the signs that are common in addresses. */
    static String encode(String text) {
        StringBuilder encoded = new StringBuilder();
        for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (each & 0xFF);
            if (c < 0x80 && (Character.isLetterOrDigit(c) || "-._~:/;=,@!$()*".indexOf(c) >= 0)) {
                encoded.append(c);
            } else {
                encoded.append("%%%02X".formatted((int) c));
            }
        }
        return encoded.toString();
    }

    /** Without what may be a secret. */
    static String shown(String uri) {
        return uri.replaceFirst("(?s)\\?.*", "?...").replaceFirst("(?s)//[^/]*@", "//...@");
    }
}
