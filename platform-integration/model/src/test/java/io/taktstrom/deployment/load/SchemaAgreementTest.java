package io.taktstrom.deployment.load;

import java.nio.file.Path;
import java.util.Random;
import java.util.concurrent.TimeUnit;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.taktstrom.deployment.DeploymentResult;
import io.taktstrom.deployment.TestCatalog;
import io.taktstrom.deployment.grammar.DeploymentSchema;
import io.taktstrom.deployment.schema.SchemaCheck;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The JSON Schema and the loader have one source; here a foreign validator says whether they agree. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class SchemaAgreementTest {

    private static final String CHARACTERS = "0123456789abcXYZ.*+-_%/#'\" ";

    private static final SchemaCheck SCHEMA = SchemaCheck.of(TestCatalog.CATALOG);

    @Test
    void theSchemaIsOne() {
        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(SchemaLocation.of(SpecificationVersion.DRAFT_2020_12.getDialectId()))
                        .validate(DeploymentSchema.of(TestCatalog.CATALOG), InputFormat.JSON))
                .isEmpty();
    }

    @Test
    void itDoesNotDependOnTheOrderOfTheClassPath() {
        assertThat(DeploymentSchema.of(TestCatalog.CATALOG)).isEqualTo(DeploymentSchema.of(TestCatalog.reversed()));
    }

    @Test
    void itTakesTheGoodFile() {
        assertThat(SCHEMA.problems(LoaderFixture.GOOD)).isEmpty();
        assertThat(SCHEMA.problems(LoaderFixture.COMPOSED)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            unitId: 7                  | unitId: 700
            unitId: 7                  | unitId: "7"
            unitId: 7                  | unitID: 7
            unitId: 7                  | strict: yes
            unitId: 7                  | backend: cobol
            unitId: 7                  | password: sesame
            netId: 5.1.2.3.1.1         | netId: 5.1.2
            type: plain                | type: plane
            host: meter.local,         | hosts: meter.local,
            every: 1s                  | every: 1
            mode: poll                 | mode: poll, cycle: 1s
            onFull: block              | onFull: forget
            capacity: 1024             | capacity: 0
            to: file                   | to: []
            to: file                   | to: [file, file]
            scale: 0.1                 | scale: 0
            deadband: 0.2              | deadband: -1
            writable: true             | writable: 1
            id: press1.speed           | name: press1.speed
            id: press1.speed           | id: press1 speed
            line: 1                    | line: [1]
            match:                     | pattern:
            interval: 10s              | period: 10s
            path: out.jsonl            | file: out.jsonl
            sinks:                     | sinkz:
            """)
    void itRefusesWhatTheLoaderRefuses(String part, String mistake, @TempDir Path directory) {
        String yaml = LoaderFixture.GOOD.replace(part, mistake);
        assertThat(yaml).isNotEqualTo(LoaderFixture.GOOD);
        assertThat(SCHEMA.problems(yaml)).isNotEmpty();
        assertThat(new LoaderFixture(() -> directory).load(yaml)).isInstanceOf(DeploymentResult.Invalid.class);
    }

    @Test
    void itTakesReferencesWhereTheLoaderDoes() {
        assertThat(SCHEMA.problems(
                        LoaderFixture.GOOD.replace("unitId: 7", "unitId: '${env:UNIT}', password: '${file:secret}'")))
                .isEmpty();
        assertThat(SCHEMA.problems(LoaderFixture.GOOD.replace("unitId: 7", "unitId: '${UNIT}'")))
                .isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {LoaderFixture.GOOD, LoaderFixture.COMPOSED})
    void itTakesWhateverTheLoaderTakes(String good, @TempDir Path directory) {
        long seed = Long.getLong("taktstrom.seed", 20261121L);
        Random random = new Random(seed);
        LoaderFixture fixture = new LoaderFixture(() -> directory);
        int taken = 0;
        for (int i = 0; i < Integer.getInteger("taktstrom.rounds", 800); i++) {
            StringBuilder edited = new StringBuilder(good);
            edited.setCharAt(random.nextInt(edited.length()), CHARACTERS.charAt(random.nextInt(CHARACTERS.length())));
            String yaml = edited.toString();
            if (fixture.load(yaml) instanceof DeploymentResult.Loaded) {
                taken++;
                assertThat(SCHEMA.problems(yaml)).as("seed %d: %s", seed, yaml).isEmpty();
            }
        }
        assertThat(taken).isGreaterThan(50);
    }
}
