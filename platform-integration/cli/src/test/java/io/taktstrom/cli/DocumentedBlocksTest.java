package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/**
 * Every block of code of README and docs is what it says: deployment files and models of simulators are valid, commands and
 * their options are there, Java compiles, JSON and XML can be read. What is none of these says why, in a comment above it.
 */
class DocumentedBlocksTest {

    @TempDir
    private static Path directory;

    @BeforeAll
    static void layOutWhatPagesIncludeAndImport() throws IOException {
        DocumentedYaml.examples(directory);
    }

    static Stream<DocumentedBlock> blocks() throws IOException {
        return DocumentedBlock.all().filter(block -> !block.language().isEmpty());
    }

    @ParameterizedTest
    @MethodSource("blocks")
    void everyBlockIsTrue(DocumentedBlock block) throws Exception {
        if (block.isNotRun()) {
            return;
        }
        if (block.comment().startsWith("run by: ")) {
            String test = block.comment().substring("run by: ".length());
            assertThat(Path.of("src/test/java/io/taktstrom/cli", test + ".java"))
                    .as(block.toString())
                    .content()
                    .contains('"' + block.page().getFileName().toString() + '"');
            return;
        }
        switch (block.language()) {
            case "sh" -> DocumentedCommands.check(block);
            case "yaml" -> DocumentedYaml.check(block, directory);
            case "java" -> DocumentedJava.check(block, directory);
            case "json", "xml" -> DocumentedYaml.parse(block);
            // What a command prints: the tests of that command know it.
            case "text" -> assertThat(block.text()).isNotBlank();
            default -> fail(block + ": no test knows this language; say above it why: <!-- not run: ... -->");
        }
    }

    @Test
    void everyPageWithCommandsIsFollowedByATest() throws IOException {
        assertThat(FollowedPage.notFollowed()).isEmpty();
    }

    @Test
    void thereAreBlocksOfEachKind() throws IOException {
        assertThat(blocks().map(DocumentedBlock::language)).contains("sh", "yaml", "java", "json", "xml");
        assertThat(blocks().filter(block -> block.language().equals("sh"))).hasSizeGreaterThan(40);
        assertThat(blocks().filter(DocumentedBlock::isNotRun)).hasSizeLessThan(22);
    }
}
