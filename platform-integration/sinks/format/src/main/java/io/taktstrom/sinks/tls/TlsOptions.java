package io.taktstrom.sinks.tls;

import java.util.List;

import io.taktstrom.descriptor.Option;
import io.taktstrom.sinks.format.Options;

/** Options of whatever connects with TLS. Relative paths start at the deployment file's directory. */
public final class TlsOptions {

    public static final Option<String> CA =
            Options.text("ca", "", "File of trusted certificates (PEM); empty for those of Java.");

    public static final Option<String> CERTIFICATE =
            Options.text("certificate", "", "File of the client certificate and its chain (PEM); empty for none.");

    public static final Option<String> PRIVATE_KEY =
            Options.text("privateKey", "", "File of the certificate's key (PEM, PKCS #8, without a password).");

    /** Of clients that let it be turned off; the others always check. */
    public static final Option<Boolean> CHECK_HOST =
            Option.flag("checkHost", true, "Whether the server's certificate must match its host name.");

    public static final List<Option<?>> FILES = List.of(CA, CERTIFICATE, PRIVATE_KEY);

    private TlsOptions() {}
}
