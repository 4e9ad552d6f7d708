package io.taktstrom.example.plant;

import java.io.IOException;
import java.nio.file.Path;

import io.taktstrom.testkit.peer.DocumentedCode;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The page shows code of this module. */
class DocumentedSpringTest {

    @Test
    void everyBlockOfThePageIsThatOfTheExample() throws IOException {
        assertThat(DocumentedCode.check(Path.of("../../../docs/how-to/spring.md"), "java", "xml", "yaml"))
                .isGreaterThan(6);
    }
}
