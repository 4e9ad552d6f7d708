package io.taktstrom.cli.profile;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

import static org.assertj.core.api.Assertions.assertThat;

/** Stacks as a picture. */
class FlameGraphTest {

    private static final String EVIL = "</title><script>alert(1)</script>\u001b[31m\"'&\u202e";

    private static Document parsed(String svg) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void aFrameIsAsWideAsItsPartOfTheSamples() throws Exception {
        FrameTree tree = new FrameTree("all");
        tree.add(List.of("reader", "read"), 3);
        tree.add(List.of("reader", "decode"), 1);
        NodeList rects = parsed(FlameGraph.svg(tree, "test")).getElementsByTagName("rect");
        assertThat(rects.getLength())
                .as("background, all, reader, decode, read")
                .isEqualTo(5);
        assertThat(rects.item(3).getAttributes().getNamedItem("width").getTextContent())
                .isEqualTo("300.00");
        assertThat(rects.item(4).getAttributes().getNamedItem("width").getTextContent())
                .isEqualTo("900.00");
    }

    @Test
    void hostileNamesAreTextInThePictureAndOnThePage() throws Exception {
        FrameTree tree = new FrameTree("all");
        tree.add(List.of(EVIL, "io.taktstrom.A.b"), 1);
        String svg = FlameGraph.svg(tree, EVIL);
        assertThat(parsed(svg).getElementsByTagName("script").getLength()).isZero();
        String page = FlameGraph.page(tree, EVIL);
        assertThat(page).contains("&lt;script&gt;alert(1)", "\\u001b[31m").doesNotContain("<script>alert", "\u001b");
        assertThat(page.split("<script>", -1)).as("our own one").hasSize(2);
    }

    @Test
    void whereAFileLiesIsNotDrawn() throws Exception {
        FrameTree tree = new FrameTree("all");
        tree.add(
                List.of(
                        "watch-1:851 by way of 127.0.0.1 and /opt/plant/lib/AdsLib.so",
                        "/usr/lib/libc.so.6.write",
                        "io.taktstrom.A$$Lambda/0x00007f.run",
                        "get http://plc/a/b"),
                1);
        String svg = FlameGraph.svg(tree, "test");
        assertThat(titles(svg))
                .containsExactly(
                        "all",
                        "watch-1:851 by way of 127.0.0.1 and AdsLib.so",
                        "libc.so.6.write",
                        "io.taktstrom.A$$Lambda/0x00007f.run",
                        "get http://plc/a/b");
        assertThat(svg).doesNotContain("/opt/", "/usr/");
    }

    @Test
    void noPictureOfTheDocumentationSaysWhereAFileLies() throws Exception {
        List<Path> pictures;
        try (Stream<Path> files = Files.list(Path.of("../../docs/benchmarks/plots"))) {
            pictures = files.filter(file -> file.getFileName().toString().startsWith("profile-"))
                    .toList();
        }
        assertThat(pictures).isNotEmpty();
        for (Path picture : pictures) {
            assertThat(titles(Files.readString(picture)))
                    .as(picture.toString())
                    .isNotEmpty()
                    .noneMatch(title -> title.matches(".*(^|[ =])/[^/ ]+/.*"));
        }
    }

    /** The names of the frames, in the order of the picture. */
    private static List<String> titles(String svg) throws Exception {
        NodeList titles = parsed(svg).getElementsByTagName("title");
        return IntStream.range(0, titles.getLength())
                .mapToObj(i -> titles.item(i).getTextContent().replaceFirst(": [\\d,]+ samples, .*", ""))
                .toList();
    }

    @Test
    void aPageLoadsNothing() throws Exception {
        String page = FlameGraph.page(new FrameTree("all"), "empty");
        assertThat(page).contains("default-src 'none'").doesNotContain("src=", "href=", "url(", "@import", "fetch(");
    }

    @Test
    void recursionWithoutEndIsCut() {
        FrameTree tree = new FrameTree("all");
        tree.add(Collections.nCopies(100_000, "again"), 1);
        assertThat(tree.depth()).isLessThan(300);
    }
}
