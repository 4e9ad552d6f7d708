package io.taktstrom.ads.protocol;

import java.nio.ByteBuffer;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class AmsAddressTest {

    @Test
    void anAddressIsWrittenAsItIsRead() {
        assertThat(AmsAddress.parse("5.32.116.5.1.1:851")).hasToString("5.32.116.5.1.1:851");
        assertThat(AmsNetId.parse("255.0.0.0.0.255")).hasToString("255.0.0.0.0.255");
    }

    @Test
    void theFirstNumberOfANetIdIsItsFirstByteOnTheWire() {
        assertThat(AmsNetId.parse("1.2.3.4.5.6").bits()).isEqualTo(0x0605_0403_0201L);
        ByteBuffer wire = GoldenFrames.wrap(new byte[] {9, 1, 2, 3, 4, 5, (byte) 0xFF, 9});
        assertThat(new AmsNetId(AmsNetId.bitsAt(wire, 1))).isEqualTo(AmsNetId.parse("1.2.3.4.5.255"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1.2.3.4.5",
                "1.2.3.4.5.6.7",
                "1.2.3.4.5.256",
                "1.2.3.4.5.-1",
                "1.2.3.4.5.",
                ".1.2.3.4.5",
                "1.2.3.4.5.0006",
                " 1.2.3.4.5.6",
                "1.2.3.4.5.٣"
            })
    void aTextThatIsNoNetIdIsRefusedWithAnExample(String text) {
        assertThatThrownBy(() -> AmsNetId.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("5.32.116.5.1.1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.2.3.4.5.6",
                "1.2.3.4.5.6:",
                ":851",
                "1.2.3.4.5.6:65536",
                "1.2.3.4.5.6:-1",
                "1.2.3.4.5.6:123456",
                "1.2.3.4.5.6:8:51"
            })
    void aTextThatIsNoAddressIsRefused(String text) {
        assertThatThrownBy(() -> AmsAddress.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void anyAddressSurvivesTextAndWire() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 1000; i++) {
            AmsAddress target = random(random);
            AmsAddress source = random(random);
            assertThat(AmsAddress.parse(target.toString())).as("seed %d", seed).isEqualTo(target);
            ByteBuffer buffer = GoldenFrames.wrap(new byte[AmsHeader.BYTES]);
            AmsHeader.writeRequest(buffer, 0, target, source, AdsCommand.READ, 0, 1);
            assertThat(AmsHeader.target(buffer, 0)).as("seed %d", seed).isEqualTo(target);
            assertThat(AmsHeader.source(buffer, 0)).as("seed %d", seed).isEqualTo(source);
        }
    }

    private static AmsAddress random(Random random) {
        return new AmsAddress(new AmsNetId(random.nextLong() >>> 16), random.nextInt(0x1_0000));
    }
}
