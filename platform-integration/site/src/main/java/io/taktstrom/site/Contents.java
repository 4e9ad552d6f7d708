package io.taktstrom.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.ListBlock;
import org.commonmark.node.Node;

/** What docs/README.md lists: parts, groups in them, pages; the way through the site. */
record Contents(List<Part> parts) {

    /** @param name of its heading */
    record Part(String name, List<Group> groups) {}

    /** @param name empty for what stands directly in its part */
    record Group(String name, List<Entry> entries) {}

    record Entry(String name, Page page) {}

    /**
     * Reads the page before its links are rewritten.
     *
     * @param faults where it says which pages are not listed
     */
    static Contents of(Library library, List<String> faults) throws IOException {
        Page map = library.page(Library.DOCS.resolve(Page.FOLDER_PAGE));
        List<Part> parts = new ArrayList<>();
        Node block = map == null ? null : map.document().getFirstChild();
        for (; block != null; block = block.getNext()) {
            if (block instanceof Heading heading && heading.getLevel() == 2) {
                parts.add(new Part(Markdown.text(heading), new ArrayList<>()));
            } else if (block instanceof Heading heading && heading.getLevel() == 3 && !parts.isEmpty()) {
                last(parts).groups().add(new Group(Markdown.text(heading), new ArrayList<>()));
            } else if (block instanceof ListBlock list && !parts.isEmpty()) {
                List<Group> groups = last(parts).groups();
                if (groups.isEmpty()) {
                    groups.add(new Group("", new ArrayList<>()));
                }
                last(groups).entries().addAll(entries(library, list));
            }
        }
        Contents contents = new Contents(parts);
        for (Page page : library.pages()) {
            if (contents.entry(page).isEmpty() && !page.equals(map)) {
                faults.add(page.source() + ": docs/README.md does not list it, nor the first page of its folder");
            }
        }
        return contents;
    }

    private static <T> T last(List<T> list) {
        return list.get(list.size() - 1);
    }

    /** The first link of each item, where it leads to a page. */
    private static List<Entry> entries(Library library, ListBlock list) throws IOException {
        List<Entry> entries = new ArrayList<>();
        for (Node item = list.getFirstChild(); item != null; item = item.getNext()) {
            List<Link> links = new ArrayList<>();
            item.accept(new AbstractVisitor() {
                @Override
                public void visit(Link link) {
                    links.add(link);
                }
            });
            if (!links.isEmpty()) {
                Path source =
                        Library.DOCS.resolve(links.get(0).getDestination()).normalize();
                Page page = Files.isDirectory(library.file(source)) ? library.folder(source) : library.page(source);
                if (page != null) {
                    entries.add(new Entry(Markdown.text(links.get(0)), page));
                }
            }
        }
        return entries;
    }

    List<Entry> inOrder() {
        return parts.stream()
                .flatMap(part -> part.groups().stream())
                .flatMap(group -> group.entries().stream())
                .toList();
    }

    /** By which entry one comes to a page: its own, or that of its folder. */
    Optional<Entry> entry(Page page) {
        Path folder = page.source().resolveSibling(Page.FOLDER_PAGE);
        Optional<Entry> own =
                inOrder().stream().filter(entry -> entry.page().equals(page)).findFirst();
        return own.isPresent() || folder.getNameCount() < 3
                ? own
                : inOrder().stream()
                        .filter(entry -> entry.page().source().equals(folder))
                        .findFirst();
    }
}
