package io.taktstrom.page;

import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

import io.taktstrom.http.HttpRequest;
import io.taktstrom.page.access.PageTls;
import org.jspecify.annotations.Nullable;

/**
 * Who may ask: only a page that came from here. A name that a foreign server lets lead to this machine (DNS rebinding) is
 * told by the Host header, a foreign page by Origin and Sec-Fetch-Site, which a browser lets no script set.
 */
final class RequestPolicy {

    private static final List<String> NAMES = List.of("127.0.0.1", "localhost", "[::1]");

    /** Fetch metadata: an address that was typed, and a page from here. */
    private static final List<String> OWN_SITE = List.of("none", "same-origin");

    /** What the page may load and do: what comes from here, and no script or style within the markup. */
    static final String CONTENT_POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
                    + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
                    + " require-trusted-types-for 'script'; trusted-types 'none'";

    /** Headers of every answer, each with its line's end. */
    static final String HEADERS = String.join(
            "\r\n",
            "Content-Security-Policy: " + CONTENT_POLICY,
            "X-Content-Type-Options: nosniff",
            "X-Frame-Options: DENY",
            "Referrer-Policy: no-referrer",
            "Cross-Origin-Opener-Policy: same-origin",
            "Cross-Origin-Resource-Policy: same-origin",
            "Permissions-Policy: camera=(), microphone=(), geolocation=()",
            "Cache-Control: no-store",
            "");

    private RequestPolicy() {}

    /**
     * Why a request is turned away.
     *
     * @param code RFC 9110, 15.5
     */
    record Refusal(int code, String reason) {}

    /** Null when it may ask a page of this machine. */
    static @Nullable Refusal refusal(HttpRequest request, int port) {
        if (!isOwn(text(request, "host"), port)) {
            return new Refusal(421, "this page answers as 127.0.0.1 or localhost on port " + port + " only");
        }
        return refusal(request, "http://", host -> isOwn(host, port));
    }

    /**
     * Null when it may ask a page in TLS. That browsers call it by a name of its certificate keeps other names from leading here; a
     * port may be another one, where something forwards it.
     */
    static @Nullable Refusal refusal(HttpRequest request, PageTls tls) {
        String host = text(request, "host");
        if (!tls.isCalledBy(host)) {
            return new Refusal(421, "call this page by a name or address of its certificate");
        }
        return refusal(request, "https://", host::equals);
    }

    private static @Nullable Refusal refusal(HttpRequest request, String scheme, Predicate<String> isOwn) {
        String origin = text(request, "origin");
        if (!origin.isEmpty() && !(origin.startsWith(scheme) && isOwn.test(origin.substring(scheme.length())))) {
            return new Refusal(403, "another page may not ask here");
        }
        String site = request.header("sec-fetch-site");
        boolean isNavigation = request.header("sec-fetch-mode").equals("navigate");
        if (!site.isEmpty()
                && !OWN_SITE.contains(site)
                && !(isNavigation && request.method().equals("GET"))) {
            return new Refusal(403, "another site may not ask here");
        }
        if (request.method().equals("POST") && !text(request, "content-type").matches("application/json *(;.*)?")) {
            // A form of another site cannot say this without asking first.
            return new Refusal(415, "send application/json");
        }
        return null;
    }

    private static boolean isOwn(String host, int port) {
        return NAMES.stream().anyMatch(name -> host.equals(name + ":" + port));
    }

    private static String text(HttpRequest request, String header) {
        return request.header(header).strip().toLowerCase(Locale.ROOT);
    }
}
