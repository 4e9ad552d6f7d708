package io.taktstrom.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

class SiteTest {

    @TempDir
    Path root;

    @BeforeEach
    void aSmallDocumentation() throws IOException {
        write("README.md", "# Machine\n\n[All of it](docs/README.md)\n");
        write(
                "docs/README.md",
                "# Map\n\n## Start\n\n- [What it is](../README.md)\n- [First](how-to/first.md)\n- [Second](how-to/second.md)\n");
        write("docs/how-to/first.md", "# First\n\n## A & B\n\nOn to [the second](second.md).\n");
        write("docs/how-to/second.md", "# Second\n\nBack to [A & B](first.md#a--b).\n");
    }

    @Test
    void aWholeDocumentationHasNoFaultsAndPagesLieWhereTheyWere() throws IOException {
        assertThat(Site.make(root, site())).isEmpty();
        assertThat(html("index.html")).contains("href=\"docs/index.html\"");
        assertThat(html("docs/how-to/second.html"))
                .contains(
                        "<a href=\"first.html#a--b\">",
                        "href=\"../../site.css\"",
                        "aria-current=\"page\">Second",
                        "rel=\"prev\">← First");
    }

    /** Else no two archives with the documentation were the same. */
    @Test
    void attributesStandInOneOrder() throws IOException {
        Site.make(root, site());
        assertThat(html("docs/how-to/first.html"))
                .contains("<a href=\"#a--b\" aria-label=\"Link to A &amp; B\" class=\"self\">");
    }

    @Test
    void aLinkThatLeadsNowhereIsNamed() throws IOException {
        write(
                "docs/how-to/second.md",
                "# Second\n\n[x](third.md) [y](first.md#c) [z](../../../outside.md) [own](#gone) [t](http://plain.example/)\n");
        assertThat(Site.make(root, site()))
                .containsExactly(
                        "docs/how-to/second.md: leads nowhere: third.md",
                        "docs/how-to/second.md: leads nowhere: first.md#c",
                        "docs/how-to/second.md: leads nowhere: ../../../outside.md",
                        "docs/how-to/second.md: leads nowhere: #gone",
                        "docs/how-to/second.md: leads nowhere: http://plain.example/");
    }

    @Test
    void aPageThatIsNotListedIsNamed() throws IOException {
        write("docs/how-to/third.md", "# Third\n");
        assertThat(Site.make(root, site()))
                .containsExactly(
                        "docs/how-to/third.md: docs/README.md does not list it, nor the first page of its folder");
    }

    @Test
    void markupOfTheWriterIsRefusedAndShownAsNothing() throws IOException {
        write("docs/how-to/first.md", "# First\n\n## A & B\n\n<script>alert(1)</script>\n\n<!-- a note -->\n");
        assertThat(Site.make(root, site()))
                .containsExactly("docs/how-to/first.md: HTML is not taken over: <script>alert(1)</script>");
        assertThat(html("docs/how-to/first.html")).doesNotContain("alert", "a note");
    }

    @Test
    void hostileTextIsShownAsText() throws IOException {
        write(
                "docs/how-to/first.md",
                "# First `<b>\"&`\n\n## A & B\n\n`</script><img src=x onerror=y>` [l](javascript:alert)\n");
        assertThat(Site.make(root, site())).containsExactly("docs/how-to/first.md: leads nowhere: javascript:alert");
        assertThat(html("docs/how-to/first.html"))
                .contains("<title>First &lt;b&gt;&quot;&amp;")
                .doesNotContain("<img", "<b>");
    }

    @Test
    void aFolderWithoutAPageOfItsOwnIsListed() throws IOException {
        write("docs/examples/plant.yaml", "a: 1\n");
        write("docs/how-to/second.md", "# Second\n\n[Examples](../examples) and [one](../examples/plant.yaml)\n");
        assertThat(Site.make(root, site())).isEmpty();
        assertThat(html("docs/examples/index.html")).contains("<a href=\"plant.yaml\">");
        assertThat(site().resolve("docs/examples/plant.yaml")).hasContent("a: 1\n");
    }

    @Test
    void whatWasThereBeforeIsGone() throws IOException {
        Files.createDirectories(site().resolve("docs"));
        Files.writeString(site().resolve("docs/old.html"), "old");
        Site.make(root, site());
        assertThat(site().resolve("docs/old.html")).doesNotExist();
    }

    private Path site() {
        return root.resolve("out");
    }

    private String html(String page) throws IOException {
        return Files.readString(site().resolve(page));
    }

    private void write(String name, String text) throws IOException {
        Path file = root.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
