package io.taktstrom.sinks.mail;

import java.io.IOException;
import java.time.Duration;
import java.util.List;

import io.taktstrom.alarm.AlarmReceiver;
import io.taktstrom.alarm.AlarmReceiverProvider;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.format.OptionList;
import io.taktstrom.sinks.tls.TlsOptions;

/** Opens {@code type: smtp}. */
public final class SmtpProvider implements AlarmReceiverProvider {

    /** TLS from the first byte (RFC 8314). */
    static final String TLS = "tls";
    /** TLS after the greeting, or no mail (RFC 3207). */
    static final String STARTTLS = "starttls";

    static final String NONE = "none";

    private static final String ADDRESS = "[^\\s@<>,;]+@[^\\s@<>,;]+";

    private static final OptionList OPTIONS = new OptionList();

    static final Option<String> HOST = OPTIONS.text("host", "\\S+", "a name or address", null, "Mail server.");

    static final Option<Integer> PORT =
            OPTIONS.whole("port", 0, 65_535, 0, "Its TCP port; 0 for the usual one: 587, and 465 with security tls.");

    static final Option<String> SECURITY = OPTIONS.choice(
            "security",
            List.of(STARTTLS, TLS, NONE),
            STARTTLS,
            "starttls, TLS after the greeting, or no mail; tls, from the first byte; none, in the clear.");

    static final Option<String> USER = OPTIONS.text("user", "", "User to log in as; empty for no login.");
    static final Option<String> PASSWORD = OPTIONS.secret("password", "", "Password of the user.");

    static final Option<String> FROM =
            OPTIONS.text("from", ADDRESS, "an address such as takt@plant.example", null, "Sender of the mails.");

    static final Option<String> TO = OPTIONS.text(
            "to",
            ADDRESS + "(, *" + ADDRESS + ")*",
            "addresses, separated by commas",
            null,
            "Who gets the mails: addresses, separated by commas.");

    static final Option<Duration> TIMEOUT =
            OPTIONS.time("timeout", "100ms", "5m", "20s", "Time limit for a mail, from connecting to its end.");

    static {
        OPTIONS.share(TlsOptions.CA);
    }

    private static final PartDescriptor DESCRIPTOR =
            new PartDescriptor("smtp", "Tells of alarms by mail, over SMTP.", OPTIONS.all());

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public AlarmReceiver open(OptionValues options, SinkContext context) throws IOException {
        return new SmtpReceiver(options, context);
    }
}
