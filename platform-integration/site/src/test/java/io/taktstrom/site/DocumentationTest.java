package io.taktstrom.site;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** The documentation of this checkout, as a site. */
class DocumentationTest {

    @TempDir
    static Path folder;

    private static List<String> faults = List.of();
    private static final Map<Path, Document> PAGES = new HashMap<>();

    @BeforeAll
    static void makeTheSite() throws Exception {
        faults = Site.make(Path.of("../..").toRealPath(), folder);
        DocumentBuilder xml = DocumentBuilderFactory.newInstance().newDocumentBuilder();
        for (Path page : pages()) {
            PAGES.put(page, parse(xml, page));
        }
    }

    @Test
    void everyLinkOfTheDocumentationLeadsSomewhereAndEveryPageIsListed() {
        assertThat(faults).isEmpty();
    }

    @Test
    void everyLinkOfTheSiteLeadsToAFileAndToAnAnchorInIt() {
        List<String> broken = new ArrayList<>();
        int followed = 0;
        for (Path page : PAGES.keySet()) {
            for (Element link : elements(page, "a", "img", "link", "script")) {
                URI target =
                        URI.create(link.hasAttribute("href") ? link.getAttribute("href") : link.getAttribute("src"));
                if (target.isAbsolute()) {
                    continue;
                }
                followed++;
                Path file = target.getPath().isEmpty()
                        ? page
                        : page.resolveSibling(target.getPath()).normalize();
                String anchor = target.getFragment();
                if (!Files.isRegularFile(file)
                        || (anchor != null && !anchors(file).contains(anchor))) {
                    broken.add(folder.relativize(page) + ": " + target);
                }
            }
        }
        assertThat(broken).isEmpty();
        assertThat(followed).isGreaterThan(2000);
    }

    @Test
    void nothingIsLoadedFromAnotherHostAndNoScriptOrStyleStandsInAPage() {
        for (Path page : PAGES.keySet()) {
            for (Element loaded : elements(page, "img", "link", "script")) {
                String from = loaded.getAttribute(loaded.getTagName().equals("link") ? "href" : "src");
                assertThat(from).as(page.toString()).isNotEmpty().doesNotContain(":", "//");
                assertThat(loaded.getTextContent()).as(page.toString()).isEmpty();
            }
            assertThat(elements(page, "style", "iframe", "object", "form"))
                    .as(page.toString())
                    .isEmpty();
            for (Element element : elements(page, "*")) {
                IntStream.range(0, element.getAttributes().getLength())
                        .mapToObj(i -> element.getAttributes().item(i).getNodeName())
                        .forEach(name -> assertThat(name)
                                .as(page.toString())
                                .doesNotStartWith("on")
                                .isNotEqualTo("style"));
            }
            assertThat(elements(page, "meta"))
                    .anyMatch(meta -> meta.getAttribute("http-equiv").equals("Content-Security-Policy")
                            && meta.getAttribute("content").startsWith("default-src 'none'"));
        }
    }

    @Test
    void everyPageHasATitleAndOneFirstHeadingAndPicturesHaveWords() {
        for (Path page : PAGES.keySet()) {
            assertThat(elements(page, "title").get(0).getTextContent())
                    .as(page.toString())
                    .endsWith("Taktstrom");
            assertThat(elements(page, "h1")).as(page.toString()).hasSize(1);
            assertThat(elements(page, "img"))
                    .as(page.toString())
                    .noneMatch(picture -> picture.getAttribute("alt").isEmpty());
        }
    }

    @Test
    void theContentsHaveTheFourPartsOnEveryPage() {
        for (Path page : PAGES.keySet()) {
            assertThat(elements(page, "summary"))
                    .as(page.toString())
                    .extracting(Element::getTextContent)
                    .containsExactly("Start", "How to", "Concepts", "Reference");
        }
    }

    @Test
    void theSearchFindsSectionsThatAreThere() throws IOException {
        String script = Files.readString(folder.resolve("search-index.js"));
        JsonNode index =
                JsonMapper.shared().readTree(script.substring(script.indexOf('['), script.lastIndexOf(']') + 1));
        assertThat(index.size()).isGreaterThan(300);
        for (JsonNode section : index) {
            URI address = URI.create(section.get(0).asString());
            Path file = folder.resolve(address.getPath());
            assertThat(file).isRegularFile();
            if (address.getFragment() != null) {
                assertThat(anchors(file)).as(address.toString()).contains(address.getFragment());
            }
        }
        assertThat(script).contains("Survive outages of a sink", "conflate");
        for (String word : List.of("Troubleshooting", "Backup", "Upgrade", "Sizing", "Hardening", "Glossary")) {
            assertThat(index.valueStream().map(section -> section.get(1).asString()))
                    .as("a page that an operator searches for")
                    .anyMatch(title -> title.startsWith(word));
        }
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".html")).toList();
        }
    }

    private static Document parse(DocumentBuilder xml, Path page) throws IOException {
        try {
            return xml.parse(page.toFile());
        } catch (SAXException e) {
            throw new AssertionError(page + " is not well-formed", e);
        }
    }

    private static Set<String> anchors(Path file) {
        Set<String> anchors = new HashSet<>();
        elements(file, "*").forEach(element -> anchors.add(element.getAttribute("id")));
        return anchors;
    }

    private static List<Element> elements(Path page, String... names) {
        List<Element> found = new ArrayList<>();
        Document document = PAGES.get(page);
        if (document == null) {
            return found;
        }
        for (String name : names) {
            NodeList elements = document.getElementsByTagName(name);
            IntStream.range(0, elements.getLength()).forEach(i -> found.add((Element) elements.item(i)));
        }
        return found;
    }
}
