package io.taktstrom.sinks.tls;

import java.util.List;

import io.taktstrom.descriptor.Option;
import io.taktstrom.sinks.format.OptionList;

/** Options of each sink that connects with TLS. Relative paths start at the deployment file's directory. */
public final class TlsOptions {

    private static final OptionList OPTIONS = new OptionList();

    public static final Option<String> CA =
            OPTIONS.text("ca", "", "File of trusted certificates (PEM); empty for those of Java.");

    /** Of clients that let it be turned off; the others always check. */
    public static final Option<Boolean> CHECK_HOST =
            OPTIONS.flag("checkHost", true, "Whether the server's certificate must match its host name.");

    public static final Option<String> CERTIFICATE =
            OPTIONS.text("certificate", "", "File of the client certificate and its chain (PEM); empty for none.");

    public static final Option<String> PRIVATE_KEY =
            OPTIONS.text("privateKey", "", "File of the certificate's key (PEM, PKCS #8, without a password).");

    public static final List<Option<?>> FILES = List.of(CA, CERTIFICATE, PRIVATE_KEY);

    public static final List<Option<?>> FILES_AND_HOST = OPTIONS.all();

    private TlsOptions() {}
}
