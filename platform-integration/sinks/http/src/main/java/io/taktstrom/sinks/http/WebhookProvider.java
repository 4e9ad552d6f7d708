package io.taktstrom.sinks.http;

import java.io.IOException;
import java.util.Arrays;

import io.taktstrom.alarm.AlarmReceiver;
import io.taktstrom.alarm.AlarmReceiverProvider;
import io.taktstrom.descriptor.Option;
import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.descriptor.PartDescriptor;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sinks.format.OptionList;
import io.taktstrom.sinks.tls.TlsOptions;

/** Opens {@code type: webhook}. */
public final class WebhookProvider implements AlarmReceiverProvider {

    private static final OptionList OPTIONS = new OptionList();

    private static final Option<String> URL = HttpOptions.url(OPTIONS, "https://chat.example/hooks/1");

    private static final Option<String> BODY = OPTIONS.choice(
            "body",
            Arrays.stream(WebhookBody.values()).map(WebhookBody::word).toList(),
            WebhookBody.JSON.word(),
            "What is sent: json, an object with all of it; text, what Slack, Mattermost and others take; alertmanager, what"
                    + " /api/v2/alerts of Prometheus Alertmanager takes.");

    static {
        OPTIONS.share(HttpProvider.HEADERS, HttpProvider.SECRET_HEADERS);
        OPTIONS.share(HttpOptions.USER, HttpOptions.PASSWORD, HttpOptions.TOKEN);
        OPTIONS.share(TlsOptions.FILES);
        OPTIONS.share(HttpOptions.CONNECT_TIMEOUT, HttpOptions.REQUEST_TIMEOUT);
    }

    private static final PartDescriptor DESCRIPTOR =
            new PartDescriptor("webhook", "Tells of alarms by POST to an HTTP server.", OPTIONS.all());

    @Override
    public PartDescriptor descriptor() {
        return DESCRIPTOR;
    }

    @Override
    public AlarmReceiver open(OptionValues options, SinkContext context) throws IOException {
        WebhookBody body = WebhookBody.of(options.get(BODY));
        HttpTarget target = HttpTarget.openHidden("webhook", options.get(URL), options, context);
        try {
            target.header("Content-Type", "application/json");
            HttpProvider.addHeaders(target, options.get(HttpProvider.HEADERS));
            HttpProvider.addHeaders(target, options.get(HttpProvider.SECRET_HEADERS));
        } catch (IOException e) {
            target.close();
            throw e;
        }
        return new Webhook(target, body);
    }
}
