package io.taktstrom.site;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Image;
import org.commonmark.node.Link;

/** Follows every link and picture of a page: says which lead nowhere, and has the others lead to the site's pages and files. */
final class Links {

    private final Library library;
    private final List<String> faults;
    private final Set<Path> files = new TreeSet<>();

    Links(Library library, List<String> faults) {
        this.library = library;
        this.faults = faults;
    }

    /** What pages link to and is no page: to be copied, relative to the root. */
    Set<Path> files() {
        return files;
    }

    void rewrite(Page page) {
        page.document().accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                link.setDestination(follow(page, link.getDestination()));
                visitChildren(link);
            }

            @Override
            public void visit(Image picture) {
                picture.setDestination(follow(page, picture.getDestination()));
                if (picture.getFirstChild() == null) {
                    faults.add(page.source() + ": the picture " + picture.getDestination()
                            + " has no words for those who do not see it");
                }
                visitChildren(picture);
            }
        });
    }

    private String follow(Page page, String destination) {
        if (destination.startsWith("https://")) {
            return destination;
        }
        int hash = destination.indexOf('#');
        String anchor = hash < 0 ? "" : destination.substring(hash);
        String path = hash < 0 ? destination : destination.substring(0, hash);
        Path source = path.isEmpty()
                ? page.source()
                : Page.folder(page.source()).resolve(path).normalize();
        try {
            Page target = !source.startsWith("..") && Files.isDirectory(library.file(source))
                    ? library.folder(source)
                    : library.page(source);
            if (target == null && anchor.isEmpty() && isHere(source)) {
                files.add(source);
                return page.to(source);
            }
            if (target != null && (anchor.isEmpty() || target.hasAnchor(anchor.substring(1)))) {
                return (path.isEmpty() ? "" : page.to(target.target())) + anchor;
            }
            faults.add(page.source() + ": leads nowhere: " + destination);
            return "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isHere(Path source) {
        return !source.startsWith("..") && Files.isRegularFile(library.file(source));
    }
}
