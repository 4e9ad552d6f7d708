package io.taktstrom.sinks.sql;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.tls.Cleartext;
import io.taktstrom.sinks.tls.TlsFiles;

/**
 * Which database, and how to get there.
 *
 * @param sink its name
 * @param properties for the driver; the password is in them
 * @param requestTimeout for each unit
 */
record PostgresTarget(
        String sink,
        String host,
        int port,
        String database,
        String user,
        Properties properties,
        Duration requestTimeout) {

    static PostgresTarget of(OptionValues options, SinkContext context) throws IOException {
        Duration requestTimeout = options.get(PostgresOptions.REQUEST_TIMEOUT);
        Properties properties = new Properties();
        String user = options.get(PostgresOptions.USER);
        properties.setProperty("user", user);
        String password = options.get(PostgresOptions.PASSWORD);
        if (!password.isEmpty()) {
            properties.setProperty("password", password);
        }
        properties.setProperty("sslmode", sslMode(options, context));
        String rootCertificate = options.get(PostgresOptions.CA);
        if (!rootCertificate.isEmpty()) {
            properties.setProperty(
                    "sslrootcert",
                    checked(context.paths().apply(rootCertificate)).toString());
        }
        properties.setProperty("connectTimeout", seconds(options.get(PostgresOptions.CONNECT_TIMEOUT)));
        // For the handshake; a unit has a limit of its own.
        properties.setProperty("socketTimeout", seconds(requestTimeout));
        properties.setProperty("ApplicationName", "taktstrom " + context.name());
        properties.setProperty("socketFactory", InterruptibleSockets.class.getName());
        properties.setProperty("gssEncMode", "disable");
        properties.setProperty("tcpKeepAlive", "true");
        return new PostgresTarget(
                context.name(),
                options.get(PostgresOptions.HOST),
                options.get(PostgresOptions.PORT),
                options.get(PostgresOptions.DATABASE),
                user,
                properties,
                requestTimeout);
    }

    /** The same with another limit for each call. */
    PostgresTarget within(Duration limit) {
        return new PostgresTarget(sink, host, port, database, user, properties, limit);
    }

    private static String sslMode(OptionValues options, SinkContext context) {
        String mode = options.get(PostgresOptions.SSL_MODE);
        String host = options.get(PostgresOptions.HOST);
        if (Cleartext.isThisMachine(host)) {
            return mode.equals(PostgresOptions.AUTO) ? "prefer" : mode;
        }
        if (mode.equals(PostgresOptions.AUTO)) {
            return PostgresOptions.VERIFY_FULL;
        }
        if (!mode.equals(PostgresOptions.VERIFY_FULL)) {
            context.observer()
                    .onNotice("password and samples go to " + host + " with sslMode: " + mode
                            + ", which does not verify that it is the right server; use verify-full");
        }
        return mode;
    }

    private static Path checked(Path certificate) throws IOException {
        TlsFiles.certificates(certificate);
        return certificate;
    }

    /** The driver knows whole seconds, and 0 for ever. */
    private static String seconds(Duration duration) {
        return String.valueOf(Math.max(1, duration.plusMillis(999).toSeconds()));
    }

    String url() {
        String address = host.contains(":") ? "[" + host + "]" : host;
        // The driver decodes the name of the database.
        return "jdbc:postgresql://" + address + ":" + port + "/" + URLEncoder.encode(database, StandardCharsets.UTF_8);
    }

    /** For messages. */
    String where() {
        return "postgresql://" + host + ":" + port + "/" + database;
    }

    /** The properties hold the password. */
    @Override
    public String toString() {
        return where();
    }
}
