package io.taktstrom.ads.protocol;

import java.lang.reflect.Modifier;
import java.util.Arrays;

import io.taktstrom.ads.protocol.AdsErrorCode.Reaction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class AdsErrorCodeTest {

    @Test
    void aMessageSaysCodeTextAndRemedy() {
        assertThat(AdsErrorCode.of(AdsErrorCode.SYMBOL_NOT_FOUND))
                .hasToString("0x710 symbol not found; check the name, or browse");
        assertThat(AdsErrorCode.of(AdsErrorCode.BUSY)).hasToString("0x708 device busy");
    }

    @ParameterizedTest
    @ValueSource(ints = {0x7FF, -1, Integer.MIN_VALUE, 0x98110710, 0x40})
    void anUnknownCodeIsDescribedAsUnknown(int code) {
        AdsErrorCode unknown = AdsErrorCode.of(code);
        assertThat(unknown.code()).isEqualTo(code);
        assertThat(unknown.reaction()).isEqualTo(Reaction.UNKNOWN);
        assertThat(unknown.toString()).contains("unknown");
    }

    @ParameterizedTest
    @CsvSource({
        "0x0, NONE",
        "0x711, RE_RESOLVE",
        "0x714, RE_RESOLVE",
        "0x722, RE_RESOLVE",
        "0x707, RETRY",
        "0x708, RETRY",
        "0x712, RETRY",
        "0x719, RETRY",
        "0x745, RETRY",
        "0x6, CONFIGURATION",
        "0x7, CONFIGURATION",
        "0x702, CONFIGURATION",
        "0x703, CONFIGURATION",
        "0x705, CONFIGURATION",
        "0x710, CONFIGURATION",
        "0x723, CONFIGURATION",
        "0x70A, CAPACITY",
        "0x716, CAPACITY",
        "0x274C, RETRY"
    })
    void theReactionFitsTheCode(String code, Reaction reaction) {
        assertThat(AdsErrorCode.of(Integer.decode(code)).reaction()).isEqualTo(reaction);
    }

    @Test
    void allOfThePublishedRangesAreInTheTable() {
        assertKnown(0x0, 0x1F);
        assertKnown(0x500, 0x50E);
        assertKnown(0x700, 0x739);
        assertKnown(0x740, 0x749);
        assertKnown(0x750, 0x756);
        assertKnown(0x1000, 0x101A);
    }

    private static void assertKnown(int first, int last) {
        for (int code = first; code <= last; code++) {
            assertThat(AdsErrorCode.of(code).reaction())
                    .as(AdsErrorCode.hex(code))
                    .isNotEqualTo(Reaction.UNKNOWN);
            assertThat(AdsErrorCode.of(code).text()).isNotBlank();
        }
    }

    @Test
    void everyConstantIsInTheTable() {
        assertThat(Arrays.stream(AdsErrorCode.class.getFields())
                        .filter(field -> Modifier.isStatic(field.getModifiers()))
                        .filter(field -> field.getType() == int.class))
                .hasSizeGreaterThan(20)
                .allSatisfy(
                        field -> assertThat(AdsErrorCode.of(field.getInt(null)).reaction())
                                .isNotEqualTo(Reaction.UNKNOWN));
    }
}
