package io.taktstrom.sinks.http;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;

import io.taktstrom.alarm.AlarmMessage;
import io.taktstrom.alarm.AlarmReceiver;

/** An HTTP server that is told of alarms. */
final class Webhook implements AlarmReceiver {

    private final HttpTarget target;
    private final WebhookBody body;

    Webhook(HttpTarget target, WebhookBody body) {
        this.target = target;
        this.body = body;
    }

    @Override
    public int maxNotices() {
        return body.maxNotices();
    }

    @Override
    public boolean summarizes() {
        return body != WebhookBody.ALERTMANAGER;
    }

    @Override
    public Duration refresh() {
        return body == WebhookBody.ALERTMANAGER ? WebhookBody.REFRESH : Duration.ZERO;
    }

    @Override
    public String send(AlarmMessage message) throws IOException {
        byte[] content = body.of(message, target.context().clock().epochNanos());
        HttpReply reply = target.post(null, false, ByteBuffer.wrap(content)).answer();
        return reply.isTaken() ? "" : reply.toString();
    }

    @Override
    public void close() {
        target.close();
    }
}
