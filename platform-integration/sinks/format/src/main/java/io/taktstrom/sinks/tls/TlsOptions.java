package io.taktstrom.sinks.tls;

import java.util.List;

import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionType;

/** Options of whatever connects with TLS. Relative paths start at the deployment file's directory. */
public final class TlsOptions {

    public static final Option<String> CA = Option.text(
            "ca",
            OptionType.Text.ANY,
            "",
            "File of the certificates (PEM) of whom to trust; empty for those that Java trusts.");

    public static final Option<String> CERTIFICATE = Option.text(
            "certificate",
            OptionType.Text.ANY,
            "",
            "File of our own certificate and those above it (PEM), for a server that asks for one; empty for none.");

    public static final Option<String> PRIVATE_KEY = Option.text(
            "privateKey", OptionType.Text.ANY, "", "File of the certificate's key (PEM, PKCS #8, without a password).");

    /** Of clients that let it be turned off; the others always check. */
    public static final Option<Boolean> CHECK_HOST =
            Option.flag("checkHost", true, "Whether a server's certificate must name the host that we connect to.");

    public static final List<Option<?>> FILES = List.of(CA, CERTIFICATE, PRIVATE_KEY);

    private TlsOptions() {}
}
