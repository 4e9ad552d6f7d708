package io.taktstrom.sinks.http.post;

import java.time.Duration;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;

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
}
