package io.taktstrom.site;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** SECURITY.md, the page on security and that on hardening name what shows each defence. Renamed or deleted, that must be named again. */
class ProofsTest {

    private static final Path ROOT = Path.of("../..");
    private static final Set<String> NO_SOURCES = Set.of("target", ".git", ".takt", "node_modules");
    /** Threat, defence, what shows it, and on some pages what is left. */
    private static final Pattern DEFENCE =
            Pattern.compile("(?m)^\\|([^|\\n]+)\\|([^|\\n]+)\\|([^|\\n]*)\\|(?:[^|\\n]*\\|)?$");

    private static final Pattern TEST = Pattern.compile("(\\w+(?:Test|IT|Contract|Suite))\\.java");

    private static final Pattern QUOTED = Pattern.compile("`([^`]+)`");

    @Test
    void eachDefenceNamesTestsOrChecksThatAreThere() throws IOException {
        assertThat(check("SECURITY.md", "## Threats and defences")).isGreaterThan(40);
    }

    @Test
    void eachRequirementThatIsMetNamesTestsThatAreThere() throws IOException {
        assertThat(check("docs/how-to/harden.md", "## IEC 62443-4-2")).isGreaterThan(40);
    }

    @Test
    void eachDoorNamesTestsThatAreThere() throws IOException {
        assertThat(check("docs/security.md", "## Device side")).isGreaterThan(30);
    }

    /** How many rows the tables of a page have from a heading on. */
    private static int check(String file, String heading) throws IOException {
        String page = Files.readString(ROOT.resolve(file));
        Map<String, List<Path>> tests = tests();
        List<String> wrong = new ArrayList<>();
        int rows = 0;
        Matcher row = DEFENCE.matcher(page.substring(page.indexOf(heading)));
        while (row.find()) {
            if (row.group(1).startsWith("---") || row.group(3).equals(" Shown by ")) {
                continue;
            }
            rows++;
            List<String> proofs = QUOTED.matcher(row.group(3))
                    .results()
                    .map(quoted -> quoted.group(1))
                    .toList();
            if (proofs.isEmpty() && !row.group(2).isBlank() && !row.group(2).startsWith(" Not ")) {
                wrong.add("nothing shows it:" + row.group(1));
            }
            for (String proof : proofs) {
                if (!isThere(proof, tests)) {
                    wrong.add(proof + " is not there:" + row.group(1));
                }
            }
        }
        assertThat(wrong).isEmpty();
        return rows;
    }

    private static boolean isThere(String proof, Map<String, List<Path>> tests) throws IOException {
        if (proof.contains("/")) {
            return proof.equals("./takt test") || Files.isExecutable(ROOT.resolve(proof));
        }
        String[] parts = proof.split("\\.", 2);
        for (Path file : tests.getOrDefault(parts[0], List.of())) {
            if (parts.length == 1 || Files.readString(file).contains(" void " + parts[1] + "(")) {
                return true;
            }
        }
        return false;
    }

    /** All of the project, by name. */
    private static Map<String, List<Path>> tests() throws IOException {
        Map<String, List<Path>> tests = new HashMap<>();
        Files.walkFileTree(ROOT.toRealPath(), new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                return NO_SOURCES.contains(folder.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                Matcher name = TEST.matcher(file.getFileName().toString());
                if (name.matches()) {
                    tests.computeIfAbsent(name.group(1), key -> new ArrayList<>())
                            .add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        return tests;
    }
}
