package io.taktstrom.deployment.load;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import io.taktstrom.deployment.DeploymentResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/** Random edits of good files never make the loader throw or hang: there is always a result, and its text. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MutationTest {

    private static final int ROUNDS = Integer.getInteger("taktstrom.rounds", 800);

    @TempDir
    private Path directory;

    private final LoaderFixture fixture = new LoaderFixture(() -> directory);

    @ParameterizedTest
    @ValueSource(strings = {LoaderFixture.GOOD, LoaderFixture.COMPOSED})
    void anEditedYamlFileAlwaysHasAResult(String good) {
        Random random = new Random(seed());
        int loaded = 0;
        for (int i = 0; i < ROUNDS; i++) {
            String yaml = Edits.edit(good, random);
            loaded += isLoaded(yaml) ? 1 : 0;
        }
        assertThat(loaded).as("files that are still right").isBetween(1, ROUNDS - 1);
    }

    @Test
    void anEditedCsvFileAlwaysHasAResult() {
        Random random = new Random(seed());
        String yaml =
                LoaderFixture.GOOD.replace("streams:", "  - {import: points.csv, on: press1, scan: slow}\nstreams:");
        String csv =
                "id,address,type,unit,labels.kind\na,MAIN.a,LREAL,Cel,x\n\"b\",MAIN.b,\"STRING(80)\",,\nc,MAIN.c,,,\"say \"\"y\"\"\"\n";
        int loaded = 0;
        for (int i = 0; i < ROUNDS; i++) {
            fixture.write("points.csv", Edits.edit(csv, random));
            loaded += isLoaded(yaml) ? 1 : 0;
        }
        assertThat(loaded).as("files that are still right").isBetween(1, ROUNDS - 1);
    }

    @Test
    void editedBytesAlwaysHaveAResult() {
        Random random = new Random(seed());
        byte[] good = LoaderFixture.GOOD.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < ROUNDS; i++) {
            byte[] bytes = Arrays.copyOf(good, 1 + random.nextInt(good.length));
            for (int n = random.nextInt(4); n >= 0; n--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            assertThatCode(() ->
                            fixture.load(fixture.write("plant.yaml", bytes)).toString())
                    .as(() -> Arrays.toString(bytes))
                    .doesNotThrowAnyException();
        }
    }

    private static long seed() {
        long seed = Long.getLong("taktstrom.seed", 20261121L);
        System.err.println("seed " + seed);
        return seed;
    }

    private boolean isLoaded(String yaml) {
        DeploymentResult[] result = new DeploymentResult[1];
        assertThatCode(() -> {
                    result[0] = fixture.load(yaml);
                    assertThat(result[0].toString()).isNotEmpty();
                })
                .as(yaml)
                .doesNotThrowAnyException();
        return result[0] instanceof DeploymentResult.Loaded;
    }
}
