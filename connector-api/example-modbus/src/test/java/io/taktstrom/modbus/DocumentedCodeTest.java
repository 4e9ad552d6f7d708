package io.taktstrom.modbus;

import java.io.IOException;
import java.nio.file.Path;

import io.taktstrom.testkit.peer.DocumentedCode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The pages show code of this module. */
class DocumentedCodeTest {

    private static final Path PAGES = Path.of("../../docs/how-to");

    @ParameterizedTest
    @ValueSource(strings = {"write-a-connector.md", "write-a-sink.md", "typed-records.md", "embed.md"})
    void everyBlockOfCodeIsThatOfTheExample(String page) throws IOException {
        assertThat(DocumentedCode.check(PAGES.resolve(page), "java", "xml")).isGreaterThan(2);
    }
}
