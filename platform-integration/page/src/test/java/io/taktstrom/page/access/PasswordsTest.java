package io.taktstrom.page.access;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PasswordsTest {

    /** Made by OpenBSD's bcrypt; from the tests of jBCrypt. */
    @ParameterizedTest
    @CsvSource({
        "a,$2a$10$k87L/MF28Q673VKh8/cPi.SUl7MU/rWuSiIDDFayrKk/1tBsSQu4u",
        "a,$2y$10$k87L/MF28Q673VKh8/cPi.SUl7MU/rWuSiIDDFayrKk/1tBsSQu4u",
        "abcdefghijklmnopqrstuvwxyz,$2a$10$fVH8e28OQRj9tqiDXs1e1uxpsjN0c7II7YPKXua2NAKYvM6iQk7dq"
    })
    void aHashOfAnotherProgramFitsItsPasswordAndNoOther(String password, String hash) {
        Passwords.requireHash(hash);
        assertThat(Passwords.matches(hash, password)).isTrue();
        assertThat(Passwords.matches(hash, password + "b")).isFalse();
    }

    @Test
    void aNewHashFitsItsPasswordAndHasASaltOfItsOwn() {
        String hash = Passwords.hash("käse auf brot 1");
        assertThat(Passwords.matches(hash, "käse auf brot 1")).isTrue();
        assertThat(Passwords.matches(hash, "kase auf brot 1")).isFalse();
        assertThat(Passwords.hash("käse auf brot 1")).isNotEqualTo(hash);
        assertThat(new PageUser("eva", Role.ADMIN, hash).toString()).isEqualTo("eva (admin)");
    }

    @Test
    void noPasswordFitsADecoy() {
        String decoy = Passwords.decoy(10);
        Passwords.requireHash(decoy);
        assertThat(Passwords.matches(decoy, "")).isFalse();
        assertThat(Passwords.cost(decoy)).isEqualTo(10);
    }

    /** Bcrypt would not look at what is behind its 72nd byte. */
    @Test
    void aPasswordThatIsLongerThanBcryptSeesFitsNothing() {
        String longest = "p".repeat(72);
        String hash = Passwords.hash(longest, 10);
        assertThat(Passwords.matches(hash, longest)).isTrue();
        assertThat(Passwords.matches(hash, longest + "x")).isFalse();
        assertThatThrownBy(() -> Passwords.hash(longest + "x")).hasMessageContaining("72 bytes");
        assertThatThrownBy(() -> Passwords.hash("short")).hasMessageContaining("12 characters");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "secret",
                "$2a$04$k87L/MF28Q673VKh8/cPi.SUl7MU/rWuSiIDDFayrKk/1tBsSQu4u",
                "$2a$31$k87L/MF28Q673VKh8/cPi.SUl7MU/rWuSiIDDFayrKk/1tBsSQu4u",
                "$2x$10$k87L/MF28Q673VKh8/cPi.SUl7MU/rWuSiIDDFayrKk/1tBsSQu4u"
            })
    void whatIsNoHashOrCostsTooLittleOrTooMuchIsRefusedAndNotRepeated(String hash) {
        assertThatThrownBy(() -> Passwords.requireHash(hash))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("bcrypt hash")
                .hasMessageNotContaining("k87L")
                .hasMessageNotContaining("secret");
    }
}
