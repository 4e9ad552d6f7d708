package io.taktstrom.cli.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

import static org.assertj.core.api.Assertions.assertThat;

/** The sessions for JProfiler that docs have, and the page that says how to use them. The product itself could not be asked. */
class JProfilerSessionsTest {

    private static final Path DOCS = Path.of("../../docs");
    private static final Pattern ROW = Pattern.compile("\\| (\\d+) \\| [^|]+ \\| ([^|]*)\\|.*");
    private static final Pattern PACKAGE = Pattern.compile("`([a-z0-9.]+\\.)`");

    private static List<Element> elements(NodeList nodes) {
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            elements.add((Element) nodes.item(i));
        }
        return elements;
    }

    /** Packages that are profiled, by session. */
    private static Map<String, List<String>> sessions() throws Exception {
        Document file = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(DOCS.resolve("examples/jprofiler/sessions.xml").toFile());
        Map<String, List<String>> sessions = new TreeMap<>();
        for (Element session : elements(file.getElementsByTagName("session"))) {
            assertThat(session.getAttribute("methodCallRecordingType")).isEqualTo("sampling");
            assertThat(session.getAttribute("samplingFrequency")).isEqualTo("5");
            assertThat(session.getAttribute("name")).startsWith("Taktstrom: ");
            List<Element> filters = elements(session.getElementsByTagName("filter"));
            assertThat(filters)
                    .extracting(filter -> filter.getAttribute("type"))
                    .containsOnly("inclusive");
            List<String> before = sessions.put(
                    session.getAttribute("id"),
                    filters.stream().map(filter -> filter.getAttribute("name")).toList());
            assertThat(before).as("two sessions " + session.getAttribute("id")).isNull();
        }
        return sessions;
    }

    /** As the page has them; of sinks it names no package. */
    private static Map<String, List<String>> documented() throws IOException {
        Map<String, List<String>> rows = new TreeMap<>();
        for (String line : Files.readAllLines(DOCS.resolve("how-to/profile.md"))) {
            Matcher row = ROW.matcher(line);
            if (row.matches()) {
                List<String> packages = new ArrayList<>(List.of("io.taktstrom."));
                PACKAGE.matcher(row.group(2)).results().forEach(found -> packages.add(found.group(1)));
                rows.put(row.group(1), packages);
            }
        }
        return rows;
    }

    @Test
    void eachSessionOfTheFileStandsOnThePageWithItsFilters() throws Exception {
        Map<String, List<String>> sessions = sessions();
        Map<String, List<String>> documented = documented();

        assertThat(sessions.keySet()).hasSize(9).isEqualTo(documented.keySet());
        String sinks = "109";
        assertThat(sessions.remove(sinks)).startsWith("io.taktstrom.").hasSizeGreaterThan(1);
        assertThat(documented.remove(sinks)).containsExactly("io.taktstrom.");
        assertThat(sessions).isEqualTo(documented);
    }

    @Test
    void thePageRunsWithASessionThatIsThere() throws Exception {
        Matcher command = Pattern.compile("offline,id=(\\d+),config=docs/examples/jprofiler/sessions.xml")
                .matcher(Files.readString(DOCS.resolve("how-to/profile.md")));

        assertThat(command.find()).isTrue();
        assertThat(sessions()).containsKey(command.group(1));
    }
}
