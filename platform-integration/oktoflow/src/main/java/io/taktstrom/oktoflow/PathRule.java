package io.taktstrom.oktoflow;

import java.util.regex.Pattern;

import io.taktstrom.spi.ConnectorProvider;

/**
 * How a protocol's names are put together: oktoflow's models have paths that may end in a separator or not, and translators
 * step into parts of them.
 *
 * @param separator between the parts of a name
 */
public record PathRule(String separator) {

    private static final Pattern NODE_ID = Pattern.compile("(?s)(ns=|nsu=|svr=|[isgb]=|events:).*");

    /** That of a connector. */
    public static PathRule of(ConnectorProvider provider) {
        return new PathRule(
                provider.descriptor().addresses().examples().stream().anyMatch(text -> text.startsWith("/"))
                        ? "/"
                        : ".");
    }

    /** A name below another; a slash ends the one above in any protocol. */
    public String join(String base, String name) {
        if (NODE_ID.matcher(name).matches()) {
            return name;
        }
        String above = base;
        while (above.endsWith(separator) || above.endsWith("/")) {
            above = above.substring(0, above.length() - 1);
        }
        return once(joined(above, name));
    }

    private String joined(String above, String name) {
        if (above.isEmpty() || name.isEmpty()) {
            return above + name;
        }
        return name.startsWith("[") ? above + name : above + separator + name;
    }

    /** A path that ends in a separator, and one before what follows: that is one. */
    private String once(String name) {
        String text = name;
        for (String twice = separator + separator; text.contains(twice); ) {
            text = text.replace(twice, separator);
        }
        return text;
    }

    /** The name above, as {@code stepOut} wants it; empty at the top. */
    public String parent(String path) {
        int end = path.lastIndexOf(separator);
        return end < 0 ? "" : path.substring(0, end);
    }

    /** The address that a name is which no {@link PointAddresses} has. */
    String address(String name) {
        if (!separator.equals("/")) {
            return name.indexOf(':') < 0 ? name.replace('/', '.') : name;
        }
        return name.startsWith("/") || NODE_ID.matcher(name).matches() ? name : "/" + name;
    }

    /**
     * A path whose names repeat the path that leads to them, as some controllers have them: {@code /Objects/Press/Speed} is
     * {@code /Objects/Objects/Press/Objects/Press/Speed} then.
     */
    static String repeated(String path) {
        StringBuilder names = new StringBuilder();
        for (int end = path.indexOf('/', 1); end > 0; end = path.indexOf('/', end + 1)) {
            names.append(path, 0, end);
        }
        return names.append(path).toString();
    }

    /** Whether an address says where its names belong; a path of an OPC UA server without namespaces has to be looked for. */
    boolean isComplete(String address) {
        return !separator.equals("/") || !address.startsWith("/") || address.indexOf(':') >= 0;
    }
}
