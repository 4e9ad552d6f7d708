package io.taktstrom.sinks.format;

import java.math.BigDecimal;
import java.util.Random;

import io.taktstrom.testkit.AllocationMeter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.core.io.NumberOutput;

import static org.assertj.core.api.Assertions.assertThat;

class DecimalsTest {

    private final TextBuffer out = new TextBuffer();

    @ParameterizedTest
    @CsvSource({
        "0, 0.0",
        "-0.0, -0.0",
        "1, 1.0",
        "21.5, 21.5",
        "0.1, 0.1",
        "-273.15, -273.15",
        "0.0001, 0.0001",
        "16777215, 16777215.0",
        "100.05, 100.05",
        "3.4028235E38, 3.4028235E38",
        "1.4E-45, 1.0E-45",
        "1e15, 1000000000000000.0"
    })
    void aRealIsWrittenInTheFewestDigits(float value, String text) {
        assertThat(real(value)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0.1, 0.1",
        "0.30000000000000004, 0.30000000000000004",
        "2.0E-3, 0.002",
        "123456789.125, 123456789.125",
        "2E23, 2.0E23",
        "4.9E-324, 5.0E-324",
        "1e15, 1000000000000000.0",
        "1e16, 1.0E16",
        "9007199254740993, 9007199254740992.0",
        "1.1125369292536007E-308, 1.1125369292536007E-308",
        "1.2345678901234567E-6, 0.0000012345678901234567",
        "9.9E-7, 9.9E-7",
        "-12345678.901234567, -12345678.901234567",
        "1.7976931348623157E308, 1.7976931348623157E308"
    })
    void anLrealIsWrittenInTheFewestDigits(double value, String text) {
        assertThat(lreal(value)).isEqualTo(text);
    }

    @Test
    void anyRealComesBackAsItWasAndIsNoLongerThanTheShortestKnown() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 300_000; i++) {
            float value = i % 2 == 0 ? Float.intBitsToFloat(random.nextInt()) : (float) (random.nextGaussian() * 1000);
            if (Float.isFinite(value)) {
                String text = real(value);
                assertThat(Float.parseFloat(text)).as("seed %d", seed).isEqualTo(value);
                assertThat((float) Double.parseDouble(text)).as("seed %d", seed).isEqualTo(value);
                assertThat(digits(text))
                        .as("%s, seed %d", text, seed)
                        .isEqualTo(digits(NumberOutput.toString(value, true)));
            }
        }
    }

    @Test
    void anyLrealComesBackAsItWasAndIsNoLongerThanTheShortestKnown() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 300_000; i++) {
            double value = switch (i % 3) {
                case 0 -> Double.longBitsToDouble(random.nextLong());
                case 1 -> random.nextInt() / 1000.0;
                default -> random.nextGaussian() * 1e9;
            };
            if (Double.isFinite(value)) {
                String text = lreal(value);
                assertThat(Double.parseDouble(text)).as("seed %d", seed).isEqualTo(value);
                assertThat(digits(text))
                        .as("%s, seed %d", text, seed)
                        .isEqualTo(digits(NumberOutput.toString(value, true)));
            }
        }
    }

    @Test
    void aNumberOfAnyLengthIsWrittenWithoutAllocating() throws Exception {
        Random random = new Random(7);
        AllocationMeter.currentThread().assertZeroPerOperation(10_000, () -> {
            out.clear();
            Decimals.writeLreal(Double.longBitsToDouble(random.nextLong() >>> 2), out);
            Decimals.writeReal(Float.intBitsToFloat(random.nextInt() >>> 2), out);
        });
    }

    private String real(float value) {
        out.clear();
        Decimals.writeReal(value, out);
        return out.toString();
    }

    private String lreal(double value) {
        out.clear();
        Decimals.writeLreal(value, out);
        return out.toString();
    }

    private static int digits(String text) {
        return new BigDecimal(text).stripTrailingZeros().precision();
    }
}
