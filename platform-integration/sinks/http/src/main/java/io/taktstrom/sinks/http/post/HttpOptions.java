package io.taktstrom.sinks.http.post;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.sinks.format.Options;
import io.taktstrom.sinks.tls.TlsOptions;

/** Options of every sink that sends requests. */
public final class HttpOptions {

    public static final Option<String> USER =
            Options.text("user", "", "User for basic authentication; empty for none.");

    public static final Option<String> PASSWORD = Options.secret("password", "", "Password of the user.");

    public static final Option<String> TOKEN =
            Options.secret("token", "", "Token sent with each request, instead of user and password.");

    public static final Option<Duration> CONNECT_TIMEOUT =
            Options.time("connectTimeout", "10ms", "5m", "5s", "Time limit for connecting.");

    public static final Option<Duration> REQUEST_TIMEOUT = Options.time(
            "requestTimeout", "10ms", "1h", "30s", "Time limit for a request, until the end of the answer.");

    /** With or without, by what is usual at the receiver. */
    public static Option<Boolean> gzip(boolean standard) {
        return Option.flag("gzip", standard, "Compresses what is sent.");
    }

    /**
     * Where the receiver is.
     *
     * @param example of an address
     */
    public static Option<String> url(String example) {
        return Option.text(
                "url",
                new OptionType.Text(
                        "https?://[^\\s@]+", "an address that begins with http:// or https://, without a user"),
                null,
                "Where the receiver is, for example " + example + ".");
    }

    private HttpOptions() {}

    /** The own options of a sink, followed by those of every one. */
    public static List<Option<?>> with(Option<Boolean> gzip, Option<?>... own) {
        List<Option<?>> options = new ArrayList<>(List.of(own));
        options.addAll(List.of(USER, PASSWORD, TOKEN, gzip));
        options.addAll(TlsOptions.FILES);
        options.addAll(List.of(CONNECT_TIMEOUT, REQUEST_TIMEOUT));
        return List.copyOf(options);
    }
}
