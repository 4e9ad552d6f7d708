package io.taktstrom.page.access;

import java.time.Duration;

import io.taktstrom.testkit.ManualClock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class LoginLimitTest {

    private final ManualClock clock = new ManualClock(0);
    private final LoginLimit limit = new LoginLimit(clock);

    /** Attempts that are let through in a time, when one is made each second. */
    private int admitted(String name, String address, Duration time) {
        int admitted = 0;
        for (long second = 0; second < time.toSeconds(); second++) {
            admitted += limit.begin(name, address) == 0 ? 1 : 0;
            clock.advance(Duration.ofSeconds(1));
        }
        return admitted;
    }

    @Test
    void theFirstAttemptsAreFreeThenThePausesDouble() {
        for (int i = 0; i < 5; i++) {
            assertThat(limit.begin("olga", "a" + i)).isZero();
        }
        assertThat(limit.begin("olga", "b")).isEqualTo(1);
        clock.advance(Duration.ofSeconds(1));
        assertThat(limit.begin("olga", "b")).isZero();
        assertThat(limit.begin("olga", "b")).isEqualTo(2);
        assertThat(limit.begin("eva", "b")).as("another name").isZero();
    }

    @Test
    void aNameIsKeptOutForSecondsAndAnAddressForMinutes() {
        for (int i = 0; i < 40; i++) {
            clock.advance(Duration.ofSeconds(30));
            assertThat(limit.begin("olga", "address" + i)).as("attempt %s", i).isZero();
        }
        assertThat(limit.begin("olga", "b")).isEqualTo(30);
        assertThat(admitted("n", "one", Duration.ofMinutes(1))).isLessThan(12);
        for (int i = 0; i < 40; i++) {
            limit.begin("name" + i, "other");
        }
        assertThat(limit.begin("x", "other")).isPositive();
        assertThat(admitted("y", "other", Duration.ofHours(24))).isLessThan(120);
    }

    @Test
    void aSuccessFreesTheNameAndForgivesTheAddressOneAttempt() {
        for (int i = 0; i < 5; i++) {
            limit.begin("olga", "a");
        }
        limit.succeed("olga", "a");
        for (int i = 0; i < 5; i++) {
            assertThat(limit.begin("olga", "a")).isZero();
        }
        assertThat(limit.begin("olga", "a")).isPositive();
    }

    /** Who has an account himself does not guess the passwords of others for longer. */
    @Test
    void successesInBetweenDoNotFreeAnAddress() {
        int guessed = 0;
        for (int i = 0; i < 1000; i++) {
            if (limit.begin("own", "a") == 0) {
                limit.succeed("own", "a");
            }
            guessed += limit.begin("victim" + i, "a") == 0 ? 1 : 0;
        }
        assertThat(guessed).isLessThan(40);
    }

    /** Of IPv6, who has one address has its whole network. */
    @ParameterizedTest
    @CsvSource({
        "10.0.0.5:4711,10.0.0.5",
        "[2001:db8:1:2:3:4:5:6]:4711,[2001:db8:1:2:",
        "[2001:db8:1:2:a:b:c:d]:80,[2001:db8:1:2:",
        "[0:0:0:0:0:0:0:1]:80,[0:0:0:0:"
    })
    void anAddressCountsWithoutItsPortAndOfIpv6AsANetwork(String peer, String counted) {
        assertThat(Logins.address(peer)).isEqualTo(counted);
    }

    @Test
    void whatIsRememberedIsBounded() {
        for (int i = 0; i < 10 * LoginLimit.MAX_KEYS; i++) {
            limit.begin("name" + i, "address" + i);
        }
        assertThat(limit.remembered()).isEqualTo(2 * LoginLimit.MAX_KEYS);
    }
}
