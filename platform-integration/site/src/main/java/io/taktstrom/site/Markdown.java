package io.taktstrom.site;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/** Reads Markdown and writes HTML: tables beyond the standard, and no HTML of the writer's. */
final class Markdown {

    private static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());
    private static final Parser PARSER = Parser.builder().extensions(EXTENSIONS).build();

    private Markdown() {}

    /** Reads a page, takes comments out of it and finds its sections. */
    static Page page(Path source, String text, List<String> faults) {
        Node document = PARSER.parse(text);
        dropComments(source, document, faults);
        List<Section> sections = new ArrayList<>();
        Anchors anchors = new Anchors();
        Node block = document.getFirstChild();
        if (!(block instanceof Heading)) {
            faults.add(source + ": does not begin with a heading");
            sections.add(new Section(1, "", source.toString(), ""));
        }
        for (; block != null && !(block instanceof Heading); block = block.getNext()) {
            // Nothing: it belongs to no section.
        }
        while (block instanceof Heading heading) {
            StringBuilder below = new StringBuilder();
            for (block = block.getNext(); block != null && !(block instanceof Heading); block = block.getNext()) {
                below.append(text(block)).append(' ');
            }
            String title = text(heading);
            sections.add(new Section(
                    heading.getLevel(),
                    anchors.of(title),
                    title,
                    below.toString().strip()));
        }
        return new Page(source, document, List.copyOf(sections));
    }

    /** What a node says, without markup. */
    static String text(Node node) {
        PlainText text = new PlainText();
        node.accept(text);
        return text.toString();
    }

    /** The page's text as HTML: each heading has its anchor, and below the title a link to itself. */
    static String html(Page page) {
        IdentityHashMap<Node, Map<String, String>> attributes = new IdentityHashMap<>();
        int number = 0;
        for (Node block = page.document().getFirstChild(); block != null; block = block.getNext()) {
            if (block instanceof Heading heading) {
                Section section = page.sections().get(number++);
                attributes.put(heading, Map.of("id", section.anchor()));
                if (heading.getLevel() > 1) {
                    Link self = new Link("#" + section.anchor(), null);
                    self.appendChild(new Text("#"));
                    attributes.put(self, Map.of("class", "self", "aria-label", "Link to " + section.heading()));
                    heading.appendChild(self);
                }
            } else if (block instanceof FencedCodeBlock) {
                attributes.put(block, Map.of("tabindex", "0"));
            }
        }
        return HtmlRenderer.builder()
                .extensions(EXTENSIONS)
                .attributeProviderFactory(context -> (node, tag, own) -> {
                    // A block of code has two elements.
                    if (!tag.equals("code")) {
                        // In one order: Map.of has another in each process, and two builds are the same.
                        own.putAll(new TreeMap<>(attributes.getOrDefault(node, Map.of())));
                    }
                })
                .build()
                .render(page.document());
    }

    private static void dropComments(Path source, Node document, List<String> faults) {
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(HtmlBlock html) {
                drop(html, html.getLiteral());
            }

            @Override
            public void visit(HtmlInline html) {
                drop(html, html.getLiteral());
            }

            private void drop(Node html, String literal) {
                if (!literal.startsWith("<!--")) {
                    faults.add(source + ": HTML is not taken over: " + literal);
                }
                html.unlink();
            }
        });
    }
}
