package io.taktstrom.sinks.sql;

import java.io.IOException;
import java.util.Map;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.testkit.RecordingObserver;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class PostgresTargetTest {

    private final RecordingObserver observer = new RecordingObserver();

    private String sslMode(Map<String, String> options) throws IOException {
        OptionValues values = new PostgresProvider().descriptor().values("db", options);
        return PostgresTarget.of(values, observer.context("db")).properties().getProperty("sslmode");
    }

    @ParameterizedTest
    @ValueSource(strings = {"db.plant.example", "10.0.0.7", "fe80::1"})
    void aServerOnAnotherMachineMustProveWhoItIs(String host) throws IOException {
        assertThat(sslMode(Map.of("database", "d", "user", "u", "host", host))).isEqualTo("verify-full");
        assertThat(observer.notices()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1", "::1"})
    void aServerOnThisMachineIsAskedToEncryptWhereItCan(String host) throws IOException {
        assertThat(sslMode(Map.of("database", "d", "user", "u", "host", host))).isEqualTo("prefer");
        assertThat(observer.notices()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"disable, 1", "prefer, 1", "require, 1", "verify-ca, 1", "verify-full, 0"})
    void aWeakerModeForAnotherMachineIsAnnounced(String mode, int count) throws IOException {
        assertThat(sslMode(Map.of("database", "d", "user", "u", "host", "db.plant.example", "sslMode", mode)))
                .isEqualTo(mode);
        assertThat(observer.notices())
                .hasSize(count)
                .allSatisfy(notice -> assertThat(notice).contains("sslMode: " + mode));
    }
}
