package io.taktstrom.site;

import java.nio.file.Path;
import java.util.List;

import org.commonmark.node.Node;

/**
 * A page as it was written.
 *
 * @param source in the checkout, relative to its root
 * @param document its Markdown; {@link Links} changes the destinations in it
 */
record Page(Path source, Node document, List<Section> sections) {

    static final String FOLDER_PAGE = "README.md";

    String title() {
        return sections.get(0).heading();
    }

    /** Where it comes to lie in the site: as in the checkout. */
    Path target() {
        String name = source.getFileName().toString();
        return source.resolveSibling(
                name.equals(FOLDER_PAGE) ? "index.html" : name.substring(0, name.length() - ".md".length()) + ".html");
    }

    boolean hasAnchor(String anchor) {
        return sections.stream().anyMatch(section -> section.anchor().equals(anchor));
    }

    /** How one gets from this page to a file of the site. */
    String to(Path file) {
        return folder(target()).relativize(file).toString().replace('\\', '/');
    }

    static Path folder(Path file) {
        Path parent = file.getParent();
        return parent == null ? Path.of("") : parent;
    }
}
