package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import com.tngtech.archunit.core.domain.JavaClass;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Rules of CONTRIBUTING about sources and documentation: words, names, sizes, cycles. */
class SourceRulesTest {

    private static final Path ROOT = Path.of("..", "..");

    /** Words for which CONTRIBUTING names a plain one. */
    private static final Pattern REFUSED_WORDS = Pattern.compile(
            "\\b([Ww]hoever|[Aa]new|[Nn]obody|[Rr]eckon\\w*|[Oo]nlookers?|[Gg]oodbye|[Ff]arewell|[Bb]ears?|[Bb]ury|[Bb]uried|[Hh]eirs?"
                    + "|[Ii]nheritance|[Bb]ooks|stands there|there are none|is no \\.)\\b");

    private static final Pattern TEXT =
            Pattern.compile(".*\\.(java|md|py|yaml|html|js|css)|.*/launcher/[a-z]+|.*/takt");

    /** Java sources of main, by path. */
    private static final Map<Path, String> MAIN = new TreeMap<>();
    /** All Java sources and texts. */
    private static final Map<Path, String> ALL = new TreeMap<>();

    @BeforeAll
    static void readSources() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            for (Path file : (Iterable<Path>) files.filter(SourceRulesTest::isSource)::iterator) {
                String text = Files.readString(file);
                ALL.put(file, text);
                if (file.toString().contains("/src/main/java/")) {
                    MAIN.put(file, text);
                }
            }
        }
        assertThat(MAIN).hasSizeGreaterThan(500);
    }

    private static boolean isSource(Path file) {
        String path = file.toString();
        return TEXT.matcher(path).matches()
                && !path.matches(".*/(target|node_modules|\\.takt|\\.git|dist|images|licenses)/.*")
                && !path.endsWith("SourceRulesTest.java")
                // Shows the words beside the plain ones.
                && !path.endsWith("CONTRIBUTING.md")
                // Of the user nobody.
                && !path.endsWith("PostgresServer.java")
                && Files.isRegularFile(file);
    }

    private static boolean isClass(Path file) {
        String name = file.getFileName().toString();
        return !name.equals("package-info.java") && !name.equals("module-info.java");
    }

    @Test
    void textsUseTheTermsOfTheField() {
        List<String> found = new ArrayList<>();
        ALL.forEach((file, text) -> {
            String[] lines = text.split("\n", -1);
            for (int i = 0; i < lines.length; i++) {
                for (MatchResult word :
                        REFUSED_WORDS.matcher(lines[i]).results().toList()) {
                    found.add(file + ":" + (i + 1) + ": " + word.group());
                }
            }
        });
        assertThat(found).as("words that CONTRIBUTING replaces").isEmpty();
    }

    @Test
    void aSimpleNameIsOneClass() {
        Map<String, List<Path>> byName = MAIN.keySet().stream()
                .filter(SourceRulesTest::isClass)
                .collect(Collectors.groupingBy(file -> file.getFileName().toString()));
        byName.values().removeIf(files -> files.size() == 1);
        assertThat(byName).as("simple names that several classes share").isEmpty();
    }

    @Test
    void filesAndPackagesStaySmall() {
        assertThat(ALL.entrySet().stream()
                        .filter(file -> file.getKey().toString().endsWith(".java"))
                        .filter(file -> file.getValue().lines().count() > 400)
                        .map(file -> file.getKey().getFileName().toString()))
                .as("files of more than 400 lines")
                .isEmpty();
        Map<Path, Long> packages = MAIN.keySet().stream()
                .filter(SourceRulesTest::isClass)
                .collect(Collectors.groupingBy(Path::getParent, TreeMap::new, Collectors.counting()));
        packages.values().removeIf(classes -> classes > 1 && classes <= 40);
        assertThat(packages)
                .as("packages with one class or more than 40, and their number")
                .isEmpty();
    }

    @Test
    void linksLeadToFiles() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT)) {
            assertThat(files.filter(Files::isSymbolicLink)
                            .filter(link -> !link.toString().matches(".*/(target|node_modules|\\.takt|\\.git|dist)/.*"))
                            .filter(link -> !Files.exists(link)))
                    .as("symbolic links without a target")
                    .isEmpty();
        }
    }

    @Test
    void cyclesOfClassesStaySmall() {
        Map<String, JavaClass> classes = new TreeMap<>();
        Map<String, Set<String>> uses = new TreeMap<>();
        for (JavaClass type : ArchitectureTest.ALL) {
            String outer = outer(type.getName());
            if (type.getName().equals(outer)) {
                classes.put(outer, type);
            }
            Set<String> used = uses.computeIfAbsent(outer, name -> new TreeSet<>());
            type.getDirectDependenciesFromSelf().stream()
                    .map(dependency -> outer(dependency.getTargetClass().getName()))
                    .filter(name -> name.startsWith("io.taktstrom.") && !name.equals(outer))
                    .forEach(used::add);
        }
        Set<String> large = cycles(uses).stream()
                .filter(cycle -> cycle.size() > 3)
                .filter(cycle -> !hasSealedRoot(cycle, classes))
                .map(cycle -> cycle.stream()
                        .map(name -> name.substring(name.lastIndexOf('.') + 1))
                        .sorted()
                        .collect(Collectors.joining(" ")))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(large).as("cycles of more than three classes").isEmpty();
    }

    private static String outer(String name) {
        int nested = name.indexOf('$');
        String outer = nested < 0 ? name : name.substring(0, nested);
        return outer.replaceAll("[\\[\\];]", "");
    }

    /** Whether a sealed type names its permitted subtypes: that is a cycle by its nature. */
    private static boolean hasSealedRoot(Set<String> cycle, Map<String, JavaClass> classes) {
        return cycle.stream().anyMatch(name -> {
            JavaClass type = classes.get(name);
            return type != null && type.reflect().isSealed();
        });
    }

    /** Strongly connected components by Kosaraju's algorithm. */
    private static List<Set<String>> cycles(Map<String, Set<String>> uses) {
        Deque<String> order = new ArrayDeque<>();
        Set<String> seen = new HashSet<>();
        uses.keySet().forEach(name -> visit(name, uses, seen, order));
        Map<String, Set<String>> usedBy = new HashMap<>();
        uses.forEach((user, all) -> all.forEach(
                used -> usedBy.computeIfAbsent(used, name -> new TreeSet<>()).add(user)));
        List<Set<String>> components = new ArrayList<>();
        seen.clear();
        for (String name : order) {
            Deque<String> component = new ArrayDeque<>();
            visit(name, usedBy, seen, component);
            components.add(new TreeSet<>(component));
        }
        return components;
    }

    private static void visit(String name, Map<String, Set<String>> next, Set<String> seen, Deque<String> done) {
        if (seen.add(name)) {
            next.getOrDefault(name, Set.of()).forEach(other -> visit(other, next, seen, done));
            done.push(name);
        }
    }
}
