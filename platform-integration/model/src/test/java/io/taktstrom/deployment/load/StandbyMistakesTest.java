package io.taktstrom.deployment.load;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;

import io.taktstrom.deployment.Deployment;
import io.taktstrom.deployment.PartConfig;
import io.taktstrom.deployment.StandbyConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class StandbyMistakesTest {

    @TempDir
    private Path directory;

    private final LoaderFixture fixture = new LoaderFixture(() -> directory);

    private static String standby(String rest) {
        return LoaderFixture.GOOD + "standby: " + rest + "\n";
    }

    @Test
    void aLeaseHasDefaults() {
        Deployment deployment = fixture.loaded(standby("{lease: {type: table, name: line}}"));
        assertThat(deployment.standby())
                .isEqualTo(new StandbyConfig(
                        PartConfig.lease("table", Map.of("name", "line")), Duration.ofSeconds(15), true, ""));
        assertThat(fixture.loaded(LoaderFixture.GOOD).standby()).isNull();
    }

    @Test
    void onStandbyOnlyConnectionsAreLeft() {
        Deployment deployment = fixture.loaded(standby("{lease: {type: table, name: line}}"));
        Deployment onStandby = deployment.onStandby();
        assertThat(onStandby.connections()).isEqualTo(deployment.connections()).isNotEmpty();
        assertThat(onStandby.points()).isEmpty();
        assertThat(onStandby.streams()).isEmpty();
        assertThat(onStandby.commands()).isNull();
        assertThat(Objects.requireNonNull(onStandby.standby())).isEqualTo(deployment.standby());
        assertThat(fixture.loaded(standby("{connect: false, lease: {type: table, name: line}}"))
                        .onStandby()
                        .connections())
                .isEmpty();
    }

    @Test
    void mistakesAreSaidWithTheirPlace() {
        assertThat(fixture.problems(standby("{}"))).contains("needs 'lease'");
        assertThat(fixture.problems(standby("{lease: {type: tabel, name: line}}")))
                .contains("unknown type 'tabel'", "table");
        assertThat(fixture.problems(standby("{lease: {type: table}}"))).contains("needs 'name'");
        assertThat(fixture.problems(standby("{lease: {type: table, name: line, password: open}}")))
                .contains("must not be written in the file");
        assertThat(fixture.problems(standby("{ttl: 1s, lease: {type: table, name: line}}")))
                .contains("ttl");
    }
}
