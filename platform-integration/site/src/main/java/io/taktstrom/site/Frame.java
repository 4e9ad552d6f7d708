package io.taktstrom.site;

import java.util.List;
import java.util.stream.Collectors;

/** A page of the site: what is around the text. */
final class Frame {

    /** Nothing comes from elsewhere, and no script stands in a page. */
    private static final String POLICY =
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";

    private static final int MIN_HEADINGS = 3;

    private final Contents contents;
    private final Page page;
    private final String root;

    Frame(Contents contents, Page page) {
        this.contents = contents;
        this.page = page;
        this.root = "../".repeat(page.target().getNameCount() - 1);
    }

    String html() {
        return """
                <!DOCTYPE html>
                <html lang="en" data-root="%1$s">
                <head>
                <meta charset="utf-8" />
                <meta http-equiv="Content-Security-Policy" content="%2$s" />
                <meta name="viewport" content="width=device-width, initial-scale=1" />
                <meta name="color-scheme" content="light dark" />
                <title>%3$s</title>
                <link rel="stylesheet" href="%1$ssite.css" />
                <script src="%1$ssearch.js" defer="defer"></script>
                </head>
                <body>
                <a class="skip" href="#text">To the text</a>
                <header>
                <a class="name" href="%1$sindex.html">Taktstrom</a>
                <div class="search" role="search" hidden="hidden">
                <input id="query" type="search" placeholder="Search ( / )" aria-label="Search" autocomplete="off" spellcheck="false" />
                <ol id="found" hidden="hidden"></ol>
                </div>
                <label class="button" for="menu">Contents</label>
                </header>
                <div class="body">
                <input id="menu" type="checkbox" aria-label="Show the contents" />
                <nav class="contents" aria-label="Contents">
                %4$s</nav>
                <main id="text">
                %5$s%6$s</main>
                %7$s</div>
                </body>
                </html>
                """.formatted(root, POLICY, escaped(title()), parts(), Markdown.html(page), neighbours(), headings());
    }

    private String title() {
        return page.title().equals("Taktstrom") ? page.title() : page.title() + " · Taktstrom";
    }

    private String parts() {
        StringBuilder html = new StringBuilder();
        Page current = contents.entry(page).map(Contents.Entry::page).orElse(page);
        for (Contents.Part part : contents.parts()) {
            boolean here = part.groups().stream()
                    .flatMap(group -> group.entries().stream())
                    .anyMatch(entry -> entry.page().equals(current));
            html.append(here ? "<details open=\"open\">" : "<details>")
                    .append("<summary>")
                    .append(escaped(part.name()))
                    .append("</summary>\n");
            for (Contents.Group group : part.groups()) {
                if (!group.name().isEmpty()) {
                    html.append("<p>").append(escaped(group.name())).append("</p>\n");
                }
                html.append("<ul>\n");
                group.entries()
                        .forEach(entry -> html.append("<li>")
                                .append(link(
                                        entry,
                                        entry.page().equals(current) ? " aria-current=\"page\"" : "",
                                        entry.name()))
                                .append("</li>\n"));
                html.append("</ul>\n");
            }
            html.append("</details>\n");
        }
        return html.toString();
    }

    /** The pages before and after this one, in the order of the contents. */
    private String neighbours() {
        List<Contents.Entry> all = contents.inOrder();
        int at = all.stream().map(Contents.Entry::page).toList().indexOf(page);
        if (at < 0) {
            return "";
        }
        String before = at == 0
                ? "<span></span>"
                : link(all.get(at - 1), " rel=\"prev\"", "← " + all.get(at - 1).name());
        String after = at == all.size() - 1
                ? ""
                : link(all.get(at + 1), " rel=\"next\"", all.get(at + 1).name() + " →");
        return "<nav class=\"neighbours\" aria-label=\"Before and after\">" + before + after + "</nav>\n";
    }

    /** What this page has, where it is long enough to need that. */
    private String headings() {
        List<Section> shown =
                page.sections().stream().filter(section -> section.level() == 2).toList();
        if (shown.size() < MIN_HEADINGS) {
            return "";
        }
        return shown.stream()
                .map(section -> "<li><a href=\"#" + escaped(section.anchor()) + "\">" + escaped(section.heading())
                        + "</a></li>\n")
                .collect(Collectors.joining(
                        "",
                        "<nav class=\"headings\" aria-label=\"On this page\">\n<p>On this page</p>\n<ul>\n",
                        "</ul>\n</nav>\n"));
    }

    private String link(Contents.Entry entry, String attributes, String text) {
        return "<a href=\"" + escaped(page.to(entry.page().target())) + "\"" + attributes + ">" + escaped(text)
                + "</a>";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
