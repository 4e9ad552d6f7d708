package io.taktstrom.sinks.http.post;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;
import io.taktstrom.sinks.tls.TlsOptions;

/** Options of every sink that sends requests. */
public final class HttpOptions {

    public static final Option<String> USER =
            Option.text("user", OptionType.Text.ANY, "", "User for basic authentication; without it there is none.");

    public static final Option<String> PASSWORD =
            new Option<>("password", OptionType.Text.ANY, "", true, "The user's password.");

    public static final Option<String> TOKEN = new Option<>(
            "token",
            OptionType.Text.ANY,
            "",
            true,
            "Token to be sent with each request, instead of user and password.");

    public static final Option<Duration> CONNECT_TIMEOUT = Option.time(
            "connectTimeout",
            Duration.ofMillis(10),
            Duration.ofMinutes(5),
            Duration.ofSeconds(5),
            "How long connecting may take.");

    public static final Option<Duration> REQUEST_TIMEOUT = Option.time(
            "requestTimeout",
            Duration.ofMillis(10),
            Duration.ofHours(1),
            Duration.ofSeconds(30),
            "How long the receiver may take for a request, from its begin to the end of the answer.");

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
