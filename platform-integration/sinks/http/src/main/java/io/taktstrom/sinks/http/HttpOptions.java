package io.taktstrom.sinks.http;

import java.time.Duration;

import io.taktstrom.descriptor.Option;
import io.taktstrom.sinks.format.OptionList;
import io.taktstrom.sinks.tls.TlsOptions;

/** Options of every sink that sends requests. */
public final class HttpOptions {

    private static final OptionList LOGIN = new OptionList();
    private static final OptionList LIMITS = new OptionList();

    static final Option<String> USER = LOGIN.text("user", "", "User for basic authentication; empty for none.");

    static final Option<String> PASSWORD = LOGIN.secret("password", "", "Password of the user.");

    static final Option<String> TOKEN =
            LOGIN.secret("token", "", "Token sent with each request, instead of user and password.");

    static final Option<Duration> CONNECT_TIMEOUT =
            LIMITS.time("connectTimeout", "10ms", "5m", "5s", "Time limit for connecting.");

    static final Option<Duration> REQUEST_TIMEOUT = LIMITS.time(
            "requestTimeout", "10ms", "1h", "30s", "Time limit for a request, until the end of the answer.");

    private HttpOptions() {}

    /**
     * Declares where the receiver is.
     *
     * @param example of an address
     */
    public static Option<String> url(OptionList options, String example) {
        return options.text(
                "url",
                "https?://[^\\s@]+",
                "an address that begins with http:// or https://, without a user",
                null,
                "Where the receiver is, for example " + example + ".");
    }

    /**
     * Declares all others.
     *
     * @param standard what is usual at the receiver
     * @return whether what is sent is compressed
     */
    public static Option<Boolean> others(OptionList options, boolean standard) {
        options.share(LOGIN.all());
        Option<Boolean> gzip = options.flag("gzip", standard, "Compresses what is sent.");
        options.share(TlsOptions.FILES);
        options.share(LIMITS.all());
        return gzip;
    }
}
