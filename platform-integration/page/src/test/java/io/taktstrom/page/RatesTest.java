package io.taktstrom.page;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RatesTest {

    @Test
    void aRateIsForgottenWhenItIsNotAskedForAnyMore() {
        Rates rates = new Rates();
        rates.of("gone", 0, 1_000_000_000);
        rates.of("here", 0, 1_000_000_000);
        assertThat(rates.of("here", 50, 2_000_000_000)).isEqualTo(50);
        rates.forgetBefore(2_000_000_000);
        assertThat(rates.of("gone", 100, 2_000_000_000)).isZero();
        assertThat(rates.of("here", 100, 3_000_000_000L)).isEqualTo(50);
    }
}
