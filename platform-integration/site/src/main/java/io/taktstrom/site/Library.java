package io.taktstrom.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/** The pages of a checkout: those of its root and all of docs. */
final class Library {

    static final Path DOCS = Path.of("docs");

    private final Path root;
    private final List<String> faults;
    private final Map<Path, Page> pages = new TreeMap<>();

    /** @param faults where it says what is wrong */
    Library(Path root, List<String> faults) throws IOException {
        this.root = root;
        this.faults = faults;
        try (Stream<Path> top = Files.list(root);
                Stream<Path> docs = Files.walk(root.resolve(DOCS))) {
            for (Path file : Stream.concat(top, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .toList()) {
                Path source = root.relativize(file);
                pages.put(source, Markdown.page(source, Files.readString(file), faults));
            }
        }
    }

    Collection<Page> pages() {
        return List.copyOf(pages.values());
    }

    @Nullable
    Page page(Path source) {
        return pages.get(source);
    }

    Path file(Path source) {
        return root.resolve(source);
    }

    /** The page that stands for a folder: the one that it has, or else a list of what is in it. */
    Page folder(Path folder) throws IOException {
        Path source = folder.resolve(Page.FOLDER_PAGE);
        Page there = pages.get(source);
        if (there == null) {
            there = Markdown.page(source, list(folder), faults);
            pages.put(source, there);
        }
        return there;
    }

    private String list(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(root.resolve(folder))) {
            return files.filter(Files::isRegularFile)
                    .map(file ->
                            root.resolve(folder).relativize(file).toString().replace('\\', '/'))
                    .sorted()
                    .map(name -> "- [" + name + "](" + name + ")")
                    .collect(Collectors.joining("\n", "# " + folder.getFileName() + "\n\n", "\n"));
        }
    }
}
