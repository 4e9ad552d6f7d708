import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Lays down the licenses of the libraries within takt.jar: the texts and notices that lie in their jars, and for a jar that only names
 * its license the text of that. Fails where there is none, or only one with the copyright lines of others, and where the bill of
 * materials and the jars are not the same libraries.
 *
 * <pre>
 *   bill of materials --+
 *   jars of the build --+--&gt; README.md: library, licenses, text
 *   texts of licenses --+    NAME-VERSION/LICENSE, NOTICE ...   EPL-2.0.txt ...
 * </pre>
 */
class Licenses {

    /** Names of files that a jar has at its root or in META-INF, or as the libraries within it have brought them. */
    private static final Pattern LEGAL =
            Pattern.compile("(?i)(META-INF/(.*/)?)?[^/]*(LICEN[CS]E|NOTICE|COPYING|COPYRIGHT|AL2\\.0|LGPL2\\.1)[^/]*(?<!\\.class)");

    private static final Map<String, String> OTHER_NAMES = Map.of("AL 2.0", "Apache-2.0", "Go License", "BSD-3-Clause");

    /** The first line of a text with copyright lines. */
    private static final Pattern NAMES = Pattern.compile("For (.+):\n");

    private static final Pattern TEXT = Pattern.compile("(?i).*(LICEN[CS]E|COPYING|AL2\\.0).*");

    private final Path texts;
    private final Path folder;
    private final List<String> lines = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    private Licenses(Path texts, Path folder) {
        this.texts = texts;
        this.folder = folder;
    }

    /** BILL-OF-MATERIALS CLASS-PATH-FILE TEXTS FOLDER. */
    public static void main(String[] arguments) throws IOException {
        Map<String, Path> jars = new HashMap<>();
        for (String jar : Files.readString(Path.of(arguments[1])).strip().split(":")) {
            jars.put(Path.of(jar).getFileName().toString(), Path.of(jar));
        }
        Licenses licenses = new Licenses(Path.of(arguments[2]), Files.createDirectories(Path.of(arguments[3])));
        List<JsonNode> components = new ArrayList<>();
        JsonMapper.shared().readTree(Path.of(arguments[0]).toFile()).path("components").forEach(components::add);
        components.removeIf(each -> each.path("group").asString("").startsWith("io.taktstrom"));
        components.sort((a, b) -> file(a).compareTo(file(b)));
        for (JsonNode each : components) {
            Path jar = jars.remove(file(each));
            if (jar == null) {
                licenses.problems.add(file(each) + " is in the bill of materials, but not in takt.jar");
            } else {
                licenses.add(each, jar);
            }
        }
        jars.forEach((name, jar) -> {
            if (!jar.toString().contains("/target/")) {
                licenses.problems.add(name + " is in takt.jar, but not in the bill of materials");
            }
        });
        licenses.close();
    }

    private static String file(JsonNode component) {
        String name = component.path("name").asString() + "-" + component.path("version").asString();
        var classifier = Pattern.compile("classifier=([^&]+)").matcher(component.path("purl").asString(""));
        return name + (classifier.find() ? "-" + classifier.group(1) : "") + ".jar";
    }

    private void add(JsonNode component, Path jar) throws IOException {
        String name = jar.getFileName().toString().replaceAll("\\.jar$", "");
        List<String> said = new ArrayList<>();
        component.path("licenses").forEach(each -> {
            JsonNode license = each.path("license");
            said.add(license.path("id").asString(license.path("name").asString(each.path("expression").asString(""))));
        });
        List<String> own = extract(jar, folder.resolve(name));
        List<String> found = new ArrayList<>();
        if (!own.isEmpty()) {
            found.add(link(name));
        }
        List<Path> named = said.stream()
                .map(license -> texts.resolve(OTHER_NAMES.getOrDefault(license, license).replace(' ', '-') + ".txt"))
                .filter(Files::exists)
                .toList();
        Path text = null;
        for (Path each : named) {
            text = text == null && isFor(each, component.path("name").asString()) ? each : text;
        }
        if (text != null) {
            found.add(link(text.getFileName().toString()));
        } else if (own.stream().noneMatch(file -> TEXT.matcher(file).matches())) {
            problems.add(name + " has no text of its license in it, and "
                    + (named.isEmpty() ? "none is in " + texts : "its name and copyright lines are not in " + named) + ": " + said);
        }
        lines.add("| " + component.path("group").asString("") + " | " + name + " | " + String.join(" or ", said) + " | " + String.join(", ", found) + " |");
    }

    /** A text with somebody's copyright lines is that of the libraries which its first line names, and of no other. */
    private static boolean isFor(Path text, String library) throws IOException {
        String head = Files.readString(text).split("\n\\s*\n", 2)[0];
        var names = NAMES.matcher(head);
        return names.lookingAt() ? List.of(names.group(1).split(", ")).contains(library) : !head.contains("Copyright");
    }

    private static String link(String file) {
        return "[" + file + "](" + file + ")";
    }

    private static List<String> extract(Path jar, Path into) throws IOException {
        List<String> names = new ArrayList<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : (Iterable<ZipEntry>) zip.stream().map(ZipEntry.class::cast)::iterator) {
                if (!entry.isDirectory() && LEGAL.matcher(entry.getName()).matches()) {
                    // A library within a library keeps its folder's name.
                    String name = entry.getName().replaceFirst("^META-INF/", "").replace('/', '-');
                    Files.createDirectories(into);
                    Files.write(into.resolve(name), zip.getInputStream(entry).readAllBytes());
                    names.add(name);
                }
            }
        }
        return names;
    }

    private void close() throws IOException {
        if (!problems.isEmpty()) {
            throw new IOException(String.join("\n", problems));
        }
        try (Stream<Path> all = Files.list(texts)) {
            for (Path text : (Iterable<Path>) all::iterator) {
                Files.copy(text, folder.resolve(text.getFileName()));
            }
        }
        lines.addAll(0, List.of(
                "# Licenses of the libraries in takt.jar", "",
                "Taktstrom itself is under the Apache License 2.0. Where a library has several licenses, any of them may be chosen. A folder has what lies in the",
                "library's own jar; a file is the text of a license, for all that have it. The sources of each library are where its jar came from: Maven Central, by group, name and version.",
                "", "| Group | Library | Licenses | Texts |", "|---|---|---|---|"));
        Files.write(folder.resolve("README.md"), lines);
    }
}
