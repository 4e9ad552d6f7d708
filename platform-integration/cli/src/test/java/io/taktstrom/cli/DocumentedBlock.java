package io.taktstrom.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A fenced block of a page.
 *
 * @param line of its fence
 * @param language behind the fence; empty for pictures
 * @param comment that stands above it, without its marks; empty for none
 */
record DocumentedBlock(Path page, int line, String language, String text, String comment) {

    private static final Path ROOT = Path.of("../..");
    private static final Pattern BLOCK = Pattern.compile(
            "(?: *<!-- ((?:(?!-->).)*?) -->\\n)?^( *)```(\\w*)\\n(.*?)^ *```$", Pattern.DOTALL | Pattern.MULTILINE);

    /** All of README, the other pages of the root, and docs. */
    static Stream<DocumentedBlock> all() throws IOException {
        List<Path> pages = new ArrayList<>();
        for (Path folder : List.of(ROOT, ROOT.resolve("docs"))) {
            try (Stream<Path> files = Files.walk(folder, folder.equals(ROOT) ? 1 : Integer.MAX_VALUE)) {
                files.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
            }
        }
        return pages.stream().flatMap(page -> of(page).stream());
    }

    static List<DocumentedBlock> of(Path page) {
        try {
            String text = Files.readString(page);
            List<DocumentedBlock> blocks = new ArrayList<>();
            for (Matcher block = BLOCK.matcher(text); block.find(); ) {
                int line = (int) text.substring(0, block.start(3)).lines().count();
                String comment = block.group(1) == null ? "" : block.group(1);
                blocks.add(new DocumentedBlock(
                        page, line, block.group(3), block.group(4).replaceAll("(?m)^" + block.group(2), ""), comment));
            }
            return blocks;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The blocks of a page of docs/how-to that this comment names as run by it, in their order. */
    static List<String> runBy(Class<?> test, String page) {
        return of(ROOT.resolve("docs/how-to").resolve(page)).stream()
                .filter(block -> block.comment().equals("run by: " + test.getSimpleName()))
                .map(DocumentedBlock::text)
                .toList();
    }

    /** What no test can do here, and why: a writer must have said so. */
    boolean isNotRun() {
        return comment.matches("(?s)not run: \\S.{10,}");
    }

    @Override
    public String toString() {
        return ROOT.relativize(page) + ":" + line + " " + language;
    }
}
