package io.taktstrom.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** Makes the site of a checkout: {@code Site ROOT FOLDER}. What was in the folder goes. */
public final class Site {

    private static final List<String> RESOURCES = List.of("site.css", "search.js");

    private Site() {}

    public static void main(String[] args) throws IOException {
        if (args.length != 2) {
            throw new IllegalArgumentException("usage: Site ROOT FOLDER");
        }
        Path folder = Path.of(args[1]);
        List<String> faults = make(Path.of(args[0]).toRealPath(), folder);
        if (!faults.isEmpty()) {
            throw new IllegalStateException("the documentation is not whole:\n  " + String.join("\n  ", faults));
        }
        System.out.println("takt: the documentation is in "
                + folder.toAbsolutePath().normalize().resolve("index.html"));
    }

    /**
     * Writes all pages, and what they show.
     *
     * @return what is wrong with the documentation: links that lead nowhere, pages that are not listed; the site is there all the same
     */
    static List<String> make(Path root, Path folder) throws IOException {
        List<String> faults = new ArrayList<>();
        Library library = new Library(root, faults);
        Contents contents = Contents.of(library, faults);
        Links links = new Links(library, faults);
        Set<Page> rewritten = new LinkedHashSet<>();
        // Links to folders bring pages that list them.
        while (rewritten.size() < library.pages().size()) {
            library.pages().stream().filter(rewritten::add).forEach(links::rewrite);
        }
        clear(folder);
        SearchIndex index = new SearchIndex();
        for (Page page : rewritten) {
            index.add(page);
            Path file = folder.resolve(page.target());
            Files.createDirectories(file.getParent());
            Files.writeString(file, new Frame(contents, page).html());
        }
        for (Path file : links.files()) {
            Files.createDirectories(folder.resolve(file).getParent());
            Files.copy(root.resolve(file), folder.resolve(file), StandardCopyOption.REPLACE_EXISTING);
        }
        Files.writeString(folder.resolve("search-index.js"), index.script());
        for (String name : RESOURCES) {
            try (InputStream in = Objects.requireNonNull(Site.class.getResourceAsStream(name), name)) {
                Files.copy(in, folder.resolve(name));
            }
        }
        return faults;
    }

    private static void clear(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> old = Files.walk(folder)) {
                for (Path path : old.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
        Files.createDirectories(folder);
    }
}
