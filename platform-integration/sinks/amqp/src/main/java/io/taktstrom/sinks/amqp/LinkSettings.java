package io.taktstrom.sinks.amqp;

import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.SSLContext;

import com.rabbitmq.client.ConnectionFactory;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.tls.Cleartext;
import io.taktstrom.sinks.tls.TlsFiles;
import io.taktstrom.sinks.tls.TlsOptions;
import org.jspecify.annotations.Nullable;

/**
 * How to reach the broker, and what it must do.
 *
 * @param name of the sink
 * @param url without secrets, for messages
 * @param tls null for none
 */
record LinkSettings(
        String name,
        URI url,
        String user,
        String password,
        @Nullable SSLContext tls,
        boolean checkHost,
        String exchange,
        boolean persistent,
        boolean mandatory,
        Duration timeout,
        Duration connectTimeout,
        Duration heartbeat) {

    /** Whoever closes waits half a second for all of it. */
    static final int MILLIS_TO_CLOSE = 300;

    static LinkSettings of(OptionValues options, SinkContext context) throws IOException {
        URI url = URI.create(options.get(AmqpOptions.URL));
        if (url.getHost() == null) {
            throw new IOException("url " + url + ": not an address; write amqp://broker or amqps://broker:5671");
        }
        boolean secure = url.getScheme().equals("amqps");
        TlsFiles files = TlsFiles.of(options, context.paths(), secure, "write amqps:// in the url");
        files.tell(context.observer());
        String password = options.get(AmqpOptions.PASSWORD);
        if (!secure && !password.equals(AmqpOptions.PASSWORD.defaultText())) {
            Cleartext.tell(url.getHost(), url.toString(), "use amqps://", context.observer());
        }
        return new LinkSettings(
                context.name(),
                url,
                options.get(AmqpOptions.USER),
                password,
                secure ? files.context() : null,
                options.get(TlsOptions.CHECK_HOST),
                options.get(AmqpOptions.EXCHANGE),
                options.get(AmqpOptions.PERSISTENT),
                options.get(AmqpOptions.MANDATORY),
                options.get(AmqpOptions.TIMEOUT),
                options.get(AmqpOptions.CONNECT_TIMEOUT),
                options.get(AmqpOptions.HEARTBEAT));
    }

    /** A factory of connections that do not come back by themselves: that is the pipeline's affair. */
    ConnectionFactory factory() {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost(url.getHost());
        if (tls != null) {
            factory.useSslProtocol(tls);
            if (checkHost) {
                factory.enableHostnameVerification();
            }
        }
        factory.setPort(url.getPort() < 0 ? ConnectionFactory.USE_DEFAULT_PORT : url.getPort());
        String path = url.getRawPath();
        if (path.length() > 1) {
            // In a path a plus is a plus; URLDecoder reads forms, where it is a blank.
            factory.setVirtualHost(URLDecoder.decode(path.substring(1).replace("+", "%2B"), StandardCharsets.UTF_8));
        }
        factory.setUsername(user);
        factory.setPassword(password);
        factory.setAutomaticRecoveryEnabled(false);
        factory.setTopologyRecoveryEnabled(false);
        int connectMillis = Math.toIntExact(connectTimeout.toMillis());
        factory.setConnectionTimeout(connectMillis);
        factory.setHandshakeTimeout(connectMillis);
        factory.setChannelRpcTimeout(connectMillis);
        factory.setShutdownTimeout(MILLIS_TO_CLOSE);
        factory.setRequestedHeartbeat((int) Math.max(1, heartbeat.toSeconds()));
        factory.setThreadFactory(work -> {
            Thread thread = new Thread(work, "takt-amqp-link-" + name);
            thread.setDaemon(true);
            return thread;
        });
        return factory;
    }

    /** Secrets stay out. */
    @Override
    public String toString() {
        return "settings of " + name + " for " + url;
    }
}
