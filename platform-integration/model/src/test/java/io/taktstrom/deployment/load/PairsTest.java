package io.taktstrom.deployment.load;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

import io.taktstrom.deployment.PartConfig;
import io.taktstrom.descriptor.OptionType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** An option that is a mapping. */
class PairsTest {

    private static final OptionType.Pairs ANY = new OptionType.Pairs("anything", (name, value) -> {}, name -> false);

    @TempDir
    private Path directory;

    private final LoaderFixture fixture = new LoaderFixture(() -> directory);

    private static String with(String more) {
        return LoaderFixture.GOOD + "  broker: {type: broker, url: 'tcp://b', token: '${env:TOKEN}', more: " + more
                + "}\n";
    }

    private Map<String, String> loaded(String more) {
        PartConfig sink =
                Objects.requireNonNull(fixture.loaded(with(more)).sinks().get("broker"));
        return ANY.parse(sink.options().getOrDefault("more", ""));
    }

    @Test
    void valuesAreNumbersTextsAndReferences() {
        assertThat(loaded("{size: 12, key: '${env:TOKEN}'}")).isEqualTo(Map.of("size", "12", "key", "sesame"));
        assertThat(loaded("{}")).isEmpty();
    }

    @Test
    void eachThatIsWrongIsSaidWhereItStands() {
        assertThat(fixture.problems(with("{size: 12345678, sice: 1}")))
                .contains("sinks.broker.more.size: size is too long", "sinks.broker.more.sice: it takes no sice");
    }

    @Test
    void aSecretMustNotStandInTheFile() {
        assertThat(fixture.problems(with("{key: abc}")))
                .contains("sinks.broker.more.key: is a secret and must not be written in the file")
                .doesNotContain("abc");
    }

    @Test
    void asTextTheyComeBackAsTheyWere() {
        Map<String, String> pairs = Map.of("a", "x=y", "b", "two\nlines \\n and a backslash \\", "c", "");
        assertThat(ANY.parse(OptionType.Pairs.text(pairs))).isEqualTo(pairs);
        assertThatThrownBy(() -> ANY.parse("a=1\na=2")).hasMessageContaining("a twice");
        assertThatThrownBy(() -> ANY.parse("nothing")).hasMessageContaining("name=value");
    }
}
