package io.taktstrom.sinks.sql;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.taktstrom.descriptor.OptionValues;
import io.taktstrom.sink.SinkContext;
import io.taktstrom.sink.SinkObserver;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class PostgresTargetTest {

    private final List<String> notices = new ArrayList<>();

    private String sslMode(Map<String, String> options) throws IOException {
        SinkContext standard = SinkContext.standard("db");
        SinkObserver observer = new SinkObserver() {
            @Override
            public void onNotice(String notice) {
                notices.add(notice);
            }
        };
        OptionValues values = new PostgresProvider().descriptor().values("db", options);
        SinkContext context = new SinkContext("db", standard.paths(), standard.clock(), observer);
        return PostgresTarget.of(values, context).properties().getProperty("sslmode");
    }

    @ParameterizedTest
    @ValueSource(strings = {"db.plant.example", "10.0.0.7", "fe80::1"})
    void aServerOnAnotherMachineMustProveWhoItIs(String host) throws IOException {
        assertThat(sslMode(Map.of("database", "d", "user", "u", "host", host))).isEqualTo("verify-full");
        assertThat(notices).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "127.0.0.1", "::1"})
    void aServerOnThisMachineIsAskedToEncryptWhereItCan(String host) throws IOException {
        assertThat(sslMode(Map.of("database", "d", "user", "u", "host", host))).isEqualTo("prefer");
        assertThat(notices).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"disable, 1", "prefer, 1", "require, 1", "verify-ca, 1", "verify-full, 0"})
    void aWeakerModeForAnotherMachineIsAnnounced(String mode, int count) throws IOException {
        assertThat(sslMode(Map.of("database", "d", "user", "u", "host", "db.plant.example", "sslMode", mode)))
                .isEqualTo(mode);
        assertThat(notices)
                .hasSize(count)
                .allSatisfy(notice -> assertThat(notice).contains("sslMode: " + mode));
    }
}
