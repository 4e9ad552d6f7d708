package io.taktstrom.page;

import java.util.List;
import java.util.Locale;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.jspecify.annotations.Nullable;

/**
 * Who may ask: only a page that came from here. A name that somebody else's server lets lead to this machine (DNS rebinding) is
 * told by the Host header, a foreign page by Origin and Sec-Fetch-Site, which a browser lets no script set.
 */
final class Visitors {

    private static final List<String> NAMES = List.of("127.0.0.1", "localhost", "[::1]");

    /** Fetch metadata: an address that was typed, and a page from here. */
    private static final List<String> OWN_SITE = List.of("none", "same-origin");

    /** What the page may load and do: what comes from here, and no script or style within the markup. */
    static final String CONTENT_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
                    + " require-trusted-types-for 'script'; trusted-types 'none'";

    private Visitors() {}

    /**
     * Why a request is turned away.
     *
     * @param code RFC 9110, 15.5
     */
    record Refusal(int code, String reason) {}

    /** Null when it may ask. */
    static @Nullable Refusal refusal(String method, HttpFields headers, int port) {
        String host = text(headers, HttpHeader.HOST);
        if (!isOwn(host, port)) {
            return new Refusal(421, "this page answers as 127.0.0.1 or localhost on port " + port + " only");
        }
        String origin = text(headers, HttpHeader.ORIGIN);
        if (!origin.isEmpty() && !(origin.startsWith("http://") && isOwn(origin.substring("http://".length()), port))) {
            return new Refusal(403, "another page may not ask here");
        }
        String site = headers.get("Sec-Fetch-Site");
        boolean isNavigation = "navigate".equals(headers.get("Sec-Fetch-Mode"));
        if (site != null && !OWN_SITE.contains(site) && !(isNavigation && HttpMethod.GET.is(method))) {
            return new Refusal(403, "another site may not ask here");
        }
        if (HttpMethod.POST.is(method)
                && !text(headers, HttpHeader.CONTENT_TYPE).matches("application/json *(;.*)?")) {
            // A form of another site cannot say this without asking first.
            return new Refusal(415, "send application/json");
        }
        return null;
    }

    private static boolean isOwn(String host, int port) {
        return NAMES.stream().anyMatch(name -> host.equals(name + ":" + port));
    }

    private static String text(HttpFields headers, HttpHeader header) {
        String value = headers.get(header);
        return value == null ? "" : value.strip().toLowerCase(Locale.ROOT);
    }

    static void addHeaders(HttpFields.Mutable headers) {
        headers.put("Content-Security-Policy", CONTENT_POLICY);
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("X-Frame-Options", "DENY");
        headers.put("Referrer-Policy", "no-referrer");
        headers.put("Cross-Origin-Opener-Policy", "same-origin");
        headers.put("Cross-Origin-Resource-Policy", "same-origin");
        headers.put("Permissions-Policy", "camera=(), microphone=(), geolocation=()");
        headers.put(HttpHeader.CACHE_CONTROL, "no-store");
    }
}
