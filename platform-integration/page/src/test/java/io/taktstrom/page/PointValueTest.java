package io.taktstrom.page;

import java.math.BigDecimal;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class PointValueTest {

    @ParameterizedTest(name = "{0} is shown as {1}")
    @CsvSource({
        "69.18966123, 69.1897",
        "17.07870034, 17.0787",
        "17.08000034, 17.0800",
        "50.0, 50.0",
        "-0.5, -0.5",
        "0.0, 0.0",
        "0.0012345678, 0.00123457",
        "0.00000012345678, 1.23457E-7",
        "12345678.9, 12345679",
        "123456789012345.0, 123456789012345",
        "1.0E10, 10000000000",
        "1.23456789E20, 1.23457E+20"
    })
    void aNumberHasSixDigitsOrAllThatAreBeforeItsPoint(String number, String shown) {
        assertThat(PointValue.legible(new BigDecimal(number))).isEqualTo(shown);
    }
}
