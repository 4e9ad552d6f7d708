package io.taktstrom.testkit.peer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Checks that a page shows code that is compiled and run: each block of code stands below a marker
 * {@code <!-- snippet: File -->} and is a run of lines of that file of the module, whatever its indentation.
 */
public final class DocumentedCode {

    private DocumentedCode() {}

    /**
     * Checks a page.
     *
     * @param languages of blocks that must have a marker, such as {@code java}
     * @return how many blocks there are
     * @throws AssertionError when a block has no marker, or its file no such lines
     */
    public static int check(Path page, String... languages) throws IOException {
        Matcher block = Pattern.compile(
                        "(<!-- snippet: (\\S+) -->\\n)?```(" + String.join("|", languages) + ")\\n(.*?)```",
                        Pattern.DOTALL)
                .matcher(Files.readString(page));
        int blocks = 0;
        for (; block.find(); blocks++) {
            String code = block.group(4);
            if (block.group(2) == null) {
                throw new AssertionError(page + ": missing marker above\n" + code);
            }
            if (!plain(Files.readString(source(block.group(2)))).contains(plain(code))) {
                throw new AssertionError(page + ": " + block.group(2) + " has no such lines:\n" + code);
            }
        }
        return blocks;
    }

    private static String plain(String code) {
        return code.lines().map(String::strip).filter(line -> !line.isEmpty()).collect(Collectors.joining("\n"));
    }

    private static Path source(String name) throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("src"))) {
            List<Path> found = Stream.concat(files, Stream.of(Path.of("pom.xml")))
                    .filter(file -> file.endsWith(name))
                    .toList();
            if (found.size() != 1) {
                throw new AssertionError("there are " + found.size() + " files " + name + " in this module");
            }
            return found.get(0);
        }
    }
}
