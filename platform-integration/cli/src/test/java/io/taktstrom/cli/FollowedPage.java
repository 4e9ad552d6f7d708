package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import java.util.regex.Pattern;

import io.taktstrom.cli.shell.ExitCode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A page whose {@code takt} commands are run in their order, as its reader would, with simulated devices in place of the
 * reader's. Patterns are for a whole command, words with a space between, without {@code takt}.
 */
final class FollowedPage {

    /** The pages that tests follow; on no other page there is a command of {@code takt}'s. */
    static final Set<String> ALL = Set.of(
            "README.md",
            "docs/how-to/ads-containers-and-nat.md",
            "docs/how-to/ads-routes.md",
            "docs/how-to/alarms.md",
            "docs/how-to/computed-points.md",
            "docs/how-to/connect-to-opcua.md",
            "docs/how-to/connect-to-s7.md",
            "docs/how-to/connect-to-twincat.md",
            "docs/how-to/first-steps.md",
            "docs/how-to/monitor.md",
            "docs/how-to/page-for-several-users.md",
            "docs/how-to/profile.md",
            "docs/how-to/record-and-replay.md",
            "docs/how-to/survive-outages.md",
            "docs/how-to/watch-on-the-page.md",
            "docs/how-to/write-back.md",
            "docs/reference/cli.md",
            "docs/reference/s7.md");

    private static final Path ROOT = Path.of("../..");

    private final List<DocumentedBlock> blocks;
    private final Set<String> without = new HashSet<>();
    private final Map<String, List<String>> adding = new LinkedHashMap<>();
    private final Map<String, String> answers = new LinkedHashMap<>();
    private final Set<String> failing = new HashSet<>();
    private final Set<String> used = new HashSet<>();
    private BinaryOperator<String> there = (command, word) -> word;

    private FollowedPage(List<DocumentedBlock> blocks) {
        this.blocks = blocks;
    }

    static FollowedPage of(String page) {
        assertThat(ALL).contains(page);
        return new FollowedPage(DocumentedBlock.of(ROOT.resolve(page)));
    }

    /** The deployment file that the page has its reader write: a block of YAML with sinks. */
    String deployment() {
        return blocks.stream()
                .filter(block -> block.language().equals("yaml") && block.text().contains("sinks:"))
                .findFirst()
                .orElseThrow()
                .text();
    }

    /** Leaves out commands, for the reason that the caller states beside this. */
    FollowedPage without(String... patterns) {
        without.addAll(List.of(patterns));
        return this;
    }

    /** @param there makes of a command and one of its words the word for this test */
    FollowedPage there(BinaryOperator<String> there) {
        this.there = there;
        return this;
    }

    /** Adds words to commands, such as how long they run. */
    FollowedPage adding(String pattern, String... words) {
        adding.put(pattern, List.of(words));
        return this;
    }

    /** Sits at the terminal of these commands and answers what they ask. */
    FollowedPage answering(String pattern, String answer) {
        answers.put(pattern, answer);
        return this;
    }

    /** Expects exit code 1 of these, as the page says. */
    FollowedPage failing(String pattern) {
        failing.add(pattern);
        return this;
    }

    /** Runs all others; each must end well. What the page no longer has may not be named above. */
    List<Ran> run() throws IOException {
        List<Ran> all = new ArrayList<>();
        for (DocumentedBlock block : blocks) {
            if (block.language().equals("sh") && !block.isNotRun()) {
                for (List<String> command : DocumentedCommands.ofTakt(block)) {
                    String written = String.join(" ", command);
                    if (without.stream().noneMatch(pattern -> matches(written, pattern))) {
                        all.add(run(block, written, command));
                    }
                }
            }
        }
        Set<String> named = new HashSet<>(without);
        named.addAll(adding.keySet());
        named.addAll(answers.keySet());
        named.addAll(failing);
        assertThat(used).isEqualTo(named);
        return all;
    }

    private Ran run(DocumentedBlock block, String written, List<String> command) {
        List<String> words = new ArrayList<>();
        command.forEach(word -> words.add(there.apply(written, word)));
        adding.forEach((pattern, more) -> {
            if (matches(written, pattern)) {
                words.addAll(more);
            }
        });
        String[] args = words.toArray(String[]::new);
        Ran ran = answers.entrySet().stream()
                .filter(answer -> matches(written, answer.getKey()))
                .findFirst()
                .map(answer -> Ran.taktAnswering(answer.getValue(), args))
                .orElseGet(() -> Ran.takt(args));
        boolean fails =
                failing.stream().filter(pattern -> matches(written, pattern)).count() > 0;
        assertThat(ran.code())
                .as(block + ": " + words + "\n" + ran.out() + ran.err())
                .isEqualTo(fails ? ExitCode.FAILED : ExitCode.GOOD);
        return ran;
    }

    private boolean matches(String written, String pattern) {
        boolean matches = Pattern.matches(pattern, written);
        if (matches) {
            used.add(pattern);
        }
        return matches;
    }

    /** Pages with a {@code takt} command that no test runs. */
    static Set<String> notFollowed() throws IOException {
        Set<String> pages = new HashSet<>();
        for (DocumentedBlock block : DocumentedBlock.all()
                .filter(block -> block.language().equals("sh") && !block.isNotRun())
                .toList()) {
            if (!DocumentedCommands.ofTakt(block).isEmpty()) {
                pages.add(ROOT.relativize(block.page()).toString().replace('\\', '/'));
            }
        }
        pages.removeAll(ALL);
        return pages;
    }
}
