package io.taktstrom.example;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

import static org.assertj.core.api.Assertions.assertThat;

/** The POMs of all modules, as a public repository and importers of the BOM see them. */
class PublishedArtifactsTest {

    private static final Path ROOT = Path.of("../..");

    /** A POM and those that it inherits from, the nearest first. */
    private record Module(Path folder, List<Element> poms) {

        Element own() {
            return poms.get(0);
        }

        String name() {
            return text(own(), "artifactId");
        }

        boolean isPublished() {
            Element properties = child(own(), "properties");
            return !"pom".equals(text(own(), "packaging"))
                    && (properties == null || !"true".equals(text(properties, "maven.deploy.skip")));
        }
    }

    private static List<Module> modules() throws Exception {
        List<Module> modules = new ArrayList<>();
        collect(ROOT, List.of(), modules);
        return modules;
    }

    private static void collect(Path folder, List<Element> above, List<Module> into) throws Exception {
        Document document = DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(folder.resolve("pom.xml").toFile());
        Element pom = document.getDocumentElement();
        List<Element> poms = new ArrayList<>(List.of(pom));
        if (child(pom, "parent") != null) {
            poms.addAll(above);
        }
        into.add(new Module(folder, poms));
        // Also those of profiles: native-ffm.
        NodeList names = pom.getElementsByTagName("module");
        for (int i = 0; i < names.getLength(); i++) {
            collect(folder.resolve(names.item(i).getTextContent()), poms, into);
        }
    }

    private static @Nullable Element child(Element of, String name) {
        return children(of)
                .filter(element -> element.getTagName().equals(name))
                .findFirst()
                .orElse(null);
    }

    private static Stream<Element> children(Element of) {
        NodeList nodes = of.getChildNodes();
        Stream.Builder<Element> elements = Stream.builder();
        for (int i = 0; i < nodes.getLength(); i++) {
            Node node = nodes.item(i);
            if (node instanceof Element element) {
                elements.add(element);
            }
        }
        return elements.build();
    }

    private static String text(Element of, String name) {
        Element child = child(of, name);
        return child == null ? "" : child.getTextContent().strip();
    }

    @Test
    void theBomHasAllPublishedArtifactsAndNoOthers() throws Exception {
        List<Module> modules = modules();
        TreeSet<String> published = new TreeSet<>();
        modules.stream().filter(Module::isPublished).map(Module::name).forEach(published::add);
        Element bom = modules.stream()
                .filter(module -> module.name().equals("taktstrom-bom"))
                .findFirst()
                .orElseThrow()
                .own();
        TreeSet<String> listed = new TreeSet<>();
        NodeList dependencies = bom.getElementsByTagName("dependency");
        for (int i = 0; i < dependencies.getLength(); i++) {
            listed.add(text((Element) dependencies.item(i), "artifactId"));
        }
        assertThat(listed).isEqualTo(published);
        assertThat(listed).hasSizeGreaterThan(15);
    }

    @Test
    void eachPomHasWhatAPublicRepositoryAsksFor() throws Exception {
        for (Module module : modules()) {
            for (String own : List.of("name", "description")) {
                assertThat(text(module.own(), own))
                        .as(own + " of " + module.name())
                        .isNotEmpty();
            }
            for (String inherited : List.of("url", "licenses", "developers", "scm")) {
                assertThat(module.poms())
                        .as(inherited + " of " + module.name())
                        .anySatisfy(pom -> assertThat(text(pom, inherited)).isNotEmpty());
            }
        }
    }
}
