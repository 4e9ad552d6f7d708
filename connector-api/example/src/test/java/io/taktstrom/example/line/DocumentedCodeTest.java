package io.taktstrom.example.line;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The pages show code that is compiled and tested: each block of code stands below a marker
 * {@code <!-- snippet: File -->} and is a run of lines of that file, whatever its indentation.
 */
class DocumentedCodeTest {

    private static final Path PAGES = Path.of("../../docs/how-to");
    private static final Pattern BLOCK =
            Pattern.compile("(<!-- snippet: (\\S+) -->\\n)?```(java|xml)\\n(.*?)```", Pattern.DOTALL);

    @ParameterizedTest
    @ValueSource(strings = {"write-a-connector.md", "typed-records.md", "embed.md"})
    void everyBlockOfCodeIsThatOfTheExample(String page) throws IOException {
        Matcher block = BLOCK.matcher(Files.readString(PAGES.resolve(page)));
        int blocks = 0;
        for (; block.find(); blocks++) {
            assertThat(block.group(2)).as("marker above: " + block.group(4)).isNotNull();
            assertThat(plain(Files.readString(source(block.group(2)))))
                    .as(block.group(2))
                    .contains(plain(block.group(4)));
        }
        assertThat(blocks).isGreaterThan(2);
    }

    private static String plain(String code) {
        return code.lines().map(String::strip).filter(line -> !line.isEmpty()).collect(Collectors.joining("\n"));
    }

    private static Path source(String name) throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src"))) {
            List<Path> found = Stream.concat(files, Stream.of(Path.of("pom.xml")))
                    .filter(file -> file.getFileName().toString().equals(name))
                    .toList();
            assertThat(found).as("sources of the example named " + name).hasSize(1);
            return found.get(0);
        }
    }
}
