package io.taktstrom.sinks.mqtt.broker;

import java.time.Duration;

import com.hivemq.client.mqtt.MqttClientSslConfig;
import org.jspecify.annotations.Nullable;

/**
 * Where a broker is, and how we present ourselves to it.
 *
 * @param tls how it is trusted and what we show it; null for plain text
 * @param version5 MQTT 5 rather than 3.1.1
 * @param login null where none is asked for
 * @param sessionExpiry how long the broker keeps for us what comes while we are away; zero for not at all
 * @param maxInFlight messages without acknowledgement at once
 * @param ackTimeout how long nothing may be acknowledged
 */
public record BrokerSettings(
        String host,
        int port,
        @Nullable MqttClientSslConfig tls,
        boolean version5,
        String clientId,
        @Nullable Login login,
        Duration sessionExpiry,
        Duration keepAlive,
        int maxInFlight,
        Duration connectTimeout,
        Duration ackTimeout) {

    /** A user and a password that gets into no message. */
    public record Login(String user, String password) {

        @Override
        public String toString() {
            return "user " + user;
        }
    }

    /** For messages: {@code mqtts://broker:8883}. */
    public String url() {
        return (tls == null ? "mqtt://" : "mqtts://") + host + ":" + port;
    }

    @Override
    public String toString() {
        return url() + " as " + clientId;
    }
}
