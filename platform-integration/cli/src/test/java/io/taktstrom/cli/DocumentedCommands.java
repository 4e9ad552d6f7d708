package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import picocli.CommandLine.ParameterException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/** The commands of pages: takt's own are read by the command line, the launcher's by what it and the benchmarks say. */
final class DocumentedCommands {

    private static final Path ROOT = Path.of("../..");
    private static final Pattern TAKT = Pattern.compile("(\\./|/opt/.*/bin/)?takt");
    /** They show what a command of ours has written, or prepare it. */
    private static final List<String> HARMLESS = List.of("head", "export", "curl", "unzip");

    private DocumentedCommands() {}

    static void check(DocumentedBlock block) throws IOException {
        for (List<String> words : commands(block)) {
            String program = words.get(0);
            List<String> arguments = words.subList(1, words.size());
            if (program.equals("mvn")) {
                maven(block, arguments);
            } else if (TAKT.matcher(program).matches()) {
                takt(block, words);
            } else if (!HARMLESS.contains(program)) {
                fail(block + ": no test runs " + words + "; say above it why: <!-- not run: ... -->");
            }
        }
    }

    /** The arguments of those that the command line itself does; the others are the launcher's. */
    static List<List<String>> ofTakt(DocumentedBlock block) throws IOException {
        List<List<String>> found = new ArrayList<>();
        for (List<String> words : commands(block)) {
            if (TAKT.matcher(words.get(0)).matches() && !isLaunchers(words)) {
                found.add(words.subList(1, words.size()));
            }
        }
        return found;
    }

    private static List<List<String>> commands(DocumentedBlock block) {
        return ShellText.commands(block.text()).stream()
                .map(words -> words.get(0).equals("sudo") ? words.subList(1, words.size()) : words)
                .toList();
    }

    private static boolean isLaunchers(List<String> words) throws IOException {
        return words.get(0).startsWith("./")
                && Files.readString(ROOT.resolve("takt")).contains("\n  " + words.get(1) + ")");
    }

    private static void takt(DocumentedBlock block, List<String> words) throws IOException {
        List<String> arguments = words.subList(1, words.size());
        if (isLaunchers(words)) {
            launcher(block, arguments);
            return;
        }
        try {
            Pages.takt().parseArgs(arguments.toArray(String[]::new));
        } catch (ParameterException e) {
            fail(block + ": " + arguments + ": " + e.getMessage(), e);
        }
    }

    /** A suite, or an experiment, that is there by this name. */
    private static void launcher(DocumentedBlock block, List<String> arguments) throws IOException {
        String launcher = Files.readString(ROOT.resolve("takt"));
        if (arguments.get(0).equals("test") && arguments.size() > 1) {
            assertThat(launcher).as(block.toString()).contains("./takt test " + arguments.get(1));
        }
        if (arguments.get(0).equals("bench")) {
            assertThat(launcher).as(block.toString()).containsPattern("./takt bench .*\\b" + arguments.get(1) + "\\b");
            if (List.of("run", "quick").contains(arguments.get(1))) {
                String experiments = sources(ROOT.resolve("connector-benchmarks/src/main/python"), ".py");
                assertThat(arguments.stream().skip(2))
                        .as(block.toString())
                        .allMatch(name -> experiments.contains("\"" + name + "\"")
                                || Files.exists(ROOT.resolve("docs/benchmarks/data/" + name + ".json")));
            }
        }
    }

    /** Modules and tests that are there. */
    private static void maven(DocumentedBlock block, List<String> arguments) throws IOException {
        String poms = sources(ROOT, "pom.xml");
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (argument.equals("-pl")) {
                assertThat(arguments.get(i + 1).split(","))
                        .as(block.toString())
                        .allMatch(module -> poms.contains("<artifactId>" + module.replaceAll("^!?:", "") + "<"));
            } else if (argument.startsWith("-Dit.test=") || argument.startsWith("-Dexec.mainClass=")) {
                String type = argument.replaceAll(".*[=.]", "");
                assertThat(sources(ROOT.resolve("platform-integration"), type + ".java"))
                        .as(block.toString())
                        .contains("class " + type);
            }
        }
    }

    private static String sources(Path folder, String ending) throws IOException {
        // No module is deeper, but what npm has installed is.
        try (Stream<Path> files = Files.walk(folder, ending.equals("pom.xml") ? 4 : Integer.MAX_VALUE)) {
            List<Path> found = files.filter(file -> file.toString().endsWith(ending))
                    .filter(file -> !file.toString().contains("target")
                            && !file.toString().contains(".takt"))
                    .toList();
            StringBuilder text = new StringBuilder();
            for (Path file : found) {
                text.append(Files.readString(file));
            }
            return text.toString().lines().collect(Collectors.joining("\n"));
        }
    }
}
