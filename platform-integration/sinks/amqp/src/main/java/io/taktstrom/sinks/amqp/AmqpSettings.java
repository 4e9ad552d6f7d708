package io.taktstrom.sinks.amqp;

import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.SSLContext;

import com.rabbitmq.client.ConnectionFactory;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.message.SinkThreads;
import io.taktstrom.sinks.tls.Cleartext;
import io.taktstrom.sinks.tls.TlsFiles;
import io.taktstrom.sinks.tls.TlsOptions;
import org.jspecify.annotations.Nullable;

/**
 * How to reach the broker, and what it must do.
 *
 * @param options {@link AmqpOptions}; they hold secrets
 * @param url without secrets, for messages
 * @param tls null for none
 */
record AmqpSettings(
        OptionValues options,
        SinkContext context,
        URI url,
        @Nullable SSLContext tls) {

    /** The caller of close waits half a second for all of it. */
    static final int MILLIS_TO_CLOSE = 300;

    static AmqpSettings of(OptionValues options, SinkContext context) throws IOException {
        URI url = URI.create(options.get(AmqpOptions.URL));
        if (url.getHost() == null) {
            throw new IOException("url " + url + ": not an address; write amqp://broker or amqps://broker:5671");
        }
        boolean secure = url.getScheme().equals("amqps");
        TlsFiles files = TlsFiles.of(options, context.paths(), secure, "write amqps:// in the url");
        files.tell(context.observer());
        if (!secure && !options.get(AmqpOptions.PASSWORD).equals(AmqpOptions.PASSWORD.defaultText())) {
            Cleartext.tell(url.getHost(), url.toString(), "use amqps://", context.observer());
        }
        return new AmqpSettings(options, context, url, secure ? files.context() : null);
    }

    <T> T get(Option<T> option) {
        return options.get(option);
    }

    /** A factory of connections that are not recovered by the client: the pipeline delivers the unit again. */
    ConnectionFactory factory() {
        ConnectionFactory factory = new ConnectionFactory();
        factory.setHost(url.getHost());
        if (tls != null) {
            factory.useSslProtocol(tls);
            if (get(TlsOptions.CHECK_HOST)) {
                factory.enableHostnameVerification();
            }
        }
        factory.setPort(url.getPort() < 0 ? ConnectionFactory.USE_DEFAULT_PORT : url.getPort());
        String path = url.getRawPath();
        if (path.length() > 1) {
            // In a path a plus is a plus; URLDecoder reads forms, where it is a blank.
            factory.setVirtualHost(URLDecoder.decode(path.substring(1).replace("+", "%2B"), StandardCharsets.UTF_8));
        }
        factory.setUsername(get(AmqpOptions.USER));
        factory.setPassword(get(AmqpOptions.PASSWORD));
        factory.setAutomaticRecoveryEnabled(false);
        factory.setTopologyRecoveryEnabled(false);
        int connectMillis = Math.toIntExact(get(AmqpOptions.CONNECT_TIMEOUT).toMillis());
        factory.setConnectionTimeout(connectMillis);
        factory.setHandshakeTimeout(connectMillis);
        factory.setChannelRpcTimeout(connectMillis);
        factory.setShutdownTimeout(MILLIS_TO_CLOSE);
        factory.setRequestedHeartbeat(
                (int) Math.max(1, get(AmqpOptions.HEARTBEAT).toSeconds()));
        factory.setThreadFactory(SinkThreads.named("takt-amqp-link-" + context.name()));
        return factory;
    }

    /** Secrets stay out. */
    @Override
    public String toString() {
        return "settings of " + context.name() + " for " + url;
    }
}
