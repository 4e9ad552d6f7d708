package io.taktstrom.descriptor;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.taktstrom.model.Endpoint;
import org.junit.jupiter.params.provider.MethodSource;

/** Endpoints, durations and sizes, as users and descriptions of devices write them. */
class OptionsFuzzTest {

    private static final ConnectorDescriptor DEVICE = ConnectorDescriptor.of("dev", "Device", "A device.")
            .port(4711)
            .pathOptions(List.of(
                    Option.text("netId", OptionType.Text.ANY, "1", "First."),
                    Option.whole("unit", 0, 255, 1, "Second.")))
            .options(List.of(
                    Option.time("cycle", Duration.ofMillis(1), Duration.ofDays(1), Duration.ofSeconds(1), "A time."),
                    Option.size("memory", 1, 1L << 40, 1L << 20, "A size.")))
            .capabilities(Set.of(Capability.READ))
            .addresses("Any.", ".+", "a")
            .build();

    static Stream<byte[]> anEndpointIsReadAsItIsWrittenOrRefusedSeeds() {
        return Stream.of("dev://host:1/5.1:7?cycle=10ms&memory=2GiB", "dev://[::1]/a%20b", "dev://h/${env:X}:3")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    @MethodSource("anEndpointIsReadAsItIsWrittenOrRefusedSeeds")
    @FuzzTest(maxDuration = "1m")
    void anEndpointIsReadAsItIsWrittenOrRefused(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (text.contains("${")) {
            return;
        }
        Endpoint endpoint;
        try {
            endpoint = DEVICE.parseSeen(text);
        } catch (IllegalArgumentException expected) {
            require(!(expected instanceof NumberFormatException), String.valueOf(expected.getMessage()));
            return;
        }
        Endpoint again = DEVICE.parse(DEVICE.uri(endpoint));
        require(again.host().equals(endpoint.host()), again + " is not " + endpoint);
        require(again.port() == endpoint.port(), again + " is not " + endpoint);
        endpoint.options()
                .forEach((name, value) ->
                        require(value.equals(again.options().get(name)), name + " of " + DEVICE.uri(endpoint)));
    }

    static Stream<byte[]> aDurationOrASizeIsReadAsItIsWrittenOrRefusedSeeds() {
        return Stream.of("1.5s", "999999999d", "0.000000001ns", "1023TiB", "0B")
                .map(text -> text.getBytes(StandardCharsets.UTF_8));
    }

    @MethodSource("aDurationOrASizeIsReadAsItIsWrittenOrRefusedSeeds")
    @FuzzTest(maxDuration = "1m")
    void aDurationOrASizeIsReadAsItIsWrittenOrRefused(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        try {
            Duration duration = Durations.parse(text);
            require(Durations.parse(Durations.format(duration)).equals(duration), text);
        } catch (IllegalArgumentException expected) {
            require(!(expected instanceof NumberFormatException), String.valueOf(expected.getMessage()));
        }
        try {
            long size = ByteSize.parse(text);
            require(ByteSize.parse(ByteSize.format(size)) == size, text);
        } catch (IllegalArgumentException expected) {
            require(!(expected instanceof NumberFormatException), String.valueOf(expected.getMessage()));
        }
    }

    private static void require(boolean holds, String message) {
        if (!holds) {
            throw new AssertionError(message);
        }
    }
}
