package io.taktstrom.sinks.mail;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.taktstrom.alarm.AlarmMessage;
import io.taktstrom.alarm.AlarmReceiver;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.format.AlarmText;
import io.taktstrom.sinks.format.Unprintable;
import io.taktstrom.sinks.tls.CertificateFailures;
import io.taktstrom.sinks.tls.Cleartext;
import io.taktstrom.sinks.tls.TlsFiles;
import io.taktstrom.sinks.tls.TlsOptions;
import jakarta.mail.Authenticator;
import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.PasswordAuthentication;
import jakarta.mail.Session;
import jakarta.mail.URLName;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import org.eclipse.angus.mail.smtp.SMTPTransport;
import org.jspecify.annotations.Nullable;

/** Sends mails, each over a connection of its own. */
final class SmtpReceiver implements AlarmReceiver {

    private static final int MAX_NOTICES = 50;
    private static final int SUBMISSION_PORT = 587;
    private static final int SUBMISSIONS_PORT = 465;

    private final OptionValues options;
    private final SinkContext context;
    private final boolean isTls;
    private final String host;
    private final int port;
    private final Session session;
    private final @Nullable TlsFiles tls;
    private volatile @Nullable Socket connection;
    private volatile boolean closed;

    SmtpReceiver(OptionValues options, SinkContext context) throws IOException {
        this.options = options;
        this.context = context;
        host = options.get(SmtpProvider.HOST);
        String security = options.get(SmtpProvider.SECURITY);
        isTls = security.equals(SmtpProvider.TLS);
        int named = options.get(SmtpProvider.PORT);
        port = named != 0 ? named : isTls ? SUBMISSIONS_PORT : SUBMISSION_PORT;
        String ca = options.get(TlsOptions.CA);
        tls = security.equals(SmtpProvider.NONE)
                ? null
                : new TlsFiles(ca.isEmpty() ? null : context.paths().apply(ca), null, null);
        boolean hasLogin = !options.get(SmtpProvider.USER).isEmpty();
        if (tls == null && !ca.isEmpty()) {
            throw new IOException("ca needs TLS: write security: starttls, or leave it out");
        }
        if (tls == null && hasLogin) {
            Cleartext.tell(host, host + ":" + port, "use security: starttls", context.observer());
        }
        session = Session.getInstance(properties(security, hasLogin), new Authenticator() {
            @Override
            protected PasswordAuthentication getPasswordAuthentication() {
                return new PasswordAuthentication(options.get(SmtpProvider.USER), options.get(SmtpProvider.PASSWORD));
            }
        });
    }

    /** Names of properties: package org.eclipse.angus.mail.smtp of its Javadoc. */
    private Properties properties(String security, boolean hasLogin) throws IOException {
        Properties properties = new Properties();
        properties.put("mail.smtp.host", host);
        properties.put("mail.smtp.auth", String.valueOf(hasLogin));
        boolean startsTls = security.equals(SmtpProvider.STARTTLS);
        properties.put("mail.smtp.starttls.enable", String.valueOf(startsTls));
        properties.put("mail.smtp.starttls.required", String.valueOf(startsTls));
        properties.put("mail.smtp.ssl.checkserveridentity", "true");
        // The server has taken the mail by then.
        properties.put("mail.smtp.quitwait", "false");
        if (tls != null) {
            properties.put("mail.smtp.ssl.socketFactory", tls.context().getSocketFactory());
        }
        return properties;
    }

    @Override
    public int maxNotices() {
        return MAX_NOTICES;
    }

    @Override
    public boolean summarizes() {
        return true;
    }

    @Override
    public String send(AlarmMessage message) throws IOException {
        if (closed) {
            throw new IOException("the receiver is closed");
        }
        int timeoutMillis = Math.toIntExact(options.get(SmtpProvider.TIMEOUT).toMillis());
        long deadline = context.clock().nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
        // A server that sends a byte now and then keeps within each timeout of its socket, and ends with it.
        try (Socket socket = new Socket()) {
            connection = socket;
            CompletableFuture<Void> limit = CompletableFuture.runAsync(
                    this::breakOff, CompletableFuture.delayedExecutor(timeoutMillis, TimeUnit.MILLISECONDS));
            try {
                socket.connect(new InetSocketAddress(host, port), timeoutMillis);
                socket.setSoTimeout(timeoutMillis);
                send(message, socket);
            } finally {
                limit.cancel(false);
            }
            return "";
        } catch (IOException | MessagingException e) {
            String what = "mail over " + host + ":" + port + ": ";
            if (context.clock().nanoTime() - deadline >= 0 && !closed) {
                throw new IOException(
                        what + "not sent within " + timeoutMillis + " ms; a larger timeout gives it more time", e);
            }
            throw new IOException(what + inWords(e) + "; trying again", e);
        } finally {
            connection = null;
        }
    }

    private void send(AlarmMessage message, Socket plain) throws IOException, MessagingException {
        Socket socket = plain;
        if (isTls && tls != null) {
            javax.net.ssl.SSLSocket wrapped =
                    (javax.net.ssl.SSLSocket) tls.context().getSocketFactory().createSocket(plain, host, port, true);
            javax.net.ssl.SSLParameters parameters = wrapped.getSSLParameters();
            // RFC 8314 has clients check the name; the JDK does it as for HTTPS.
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            wrapped.setSSLParameters(parameters);
            wrapped.startHandshake();
            socket = wrapped;
        }
        MimeMessage mail = mail(message);
        try (SMTPTransport transport = new SMTPTransport(session, new URLName("smtp", host, port, null, null, null))) {
            transport.connect(socket);
            transport.sendMessage(mail, mail.getAllRecipients());
        }
    }

    private MimeMessage mail(AlarmMessage message) throws MessagingException {
        MimeMessage mail = new MimeMessage(session);
        mail.setFrom(new InternetAddress(options.get(SmtpProvider.FROM)));
        mail.setRecipients(Message.RecipientType.TO, InternetAddress.parse(options.get(SmtpProvider.TO)));
        mail.setSubject(Unprintable.escaped(AlarmText.title(message), false), StandardCharsets.UTF_8.name());
        mail.setText(AlarmText.lines(message), StandardCharsets.UTF_8.name());
        mail.setHeader(
                "Date",
                DateTimeFormatter.RFC_1123_DATE_TIME.format(
                        Instant.ofEpochSecond(0, context.clock().epochNanos()).atOffset(ZoneOffset.UTC)));
        // RFC 3834: no answer by a machine is wanted.
        mail.setHeader("Auto-Submitted", "auto-generated");
        mail.saveChanges();
        return mail;
    }

    /** What the server said, or why it did not: on one line. */
    private static String inWords(Exception e) {
        Throwable cause =
                e instanceof MessagingException sent && sent.getNextException() != null ? sent.getNextException() : e;
        String first = e.getMessage() == null || cause == e ? "" : e.getMessage() + ": ";
        return Unprintable.escaped(first + CertificateFailures.inWords(cause), false);
    }

    private void breakOff() {
        Socket open = connection;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // Its reader sees that it is over.
            }
        }
    }

    @Override
    public void close() {
        closed = true;
        breakOff();
    }
}
