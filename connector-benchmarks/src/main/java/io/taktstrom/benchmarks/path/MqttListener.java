package io.taktstrom.benchmarks.path;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.Mqtt5AsyncClient;
import com.hivemq.client.mqtt.mqtt5.Mqtt5Client;
import io.taktstrom.data.EpochNanoClock;

/**
 * A subscriber that checks each number: PORT TOPIC SHAPE. Answers {@code tally} with what arrived since the last
 * {@code reset}: {@code items received lost repeated outOfOrder p50 p99 max p999}.
 */
final class MqttListener {

    private MqttListener() {}

    public static void main(String[] args) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        PayloadShape shape = PayloadShape.valueOf(args[2]);
        EpochNanoClock clock = EpochNanoClock.system();
        Arrivals arrivals = new Arrivals();
        Mqtt5AsyncClient client = Mqtt5Client.builder()
                .identifier("listener")
                .serverHost("127.0.0.1")
                .serverPort(Integer.parseInt(args[0]))
                .buildAsync();
        client.connect().join();
        client.subscribeWith()
                .topicFilter(args[1])
                .qos(MqttQos.AT_LEAST_ONCE)
                .callback(message -> shape.read(
                        new String(message.getPayloadAsBytes(), StandardCharsets.UTF_8), clock.epochNanos(), arrivals))
                .send()
                .join();
        out.println("ready mqtt");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (line.equals("reset")) {
                arrivals.reset();
            }
            Arrivals.Tally tally = arrivals.tally();
            out.println(tally.items() + " " + tally.received() + " " + tally.lost() + " " + tally.repeated() + " "
                    + tally.outOfOrder() + " " + tally.p50() + " " + tally.p99() + " " + tally.max() + " "
                    + tally.p999());
        }
        client.disconnect().join();
    }
}
