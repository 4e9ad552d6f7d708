package io.taktstrom.cli.standby;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

import io.taktstrom.testkit.peer.PostgresServer;
import io.taktstrom.testkit.report.Machine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Measures how long it takes until the other instance samples, with the standard {@code ttl}, and writes the table of
 * {@code docs/how-to/redundancy.md}. {@code -Dtakt.standby.rounds=N} plays each fault so often.
 */
class StandbySuite {

    private static final int ROUNDS = Integer.getInteger("takt.standby.rounds", 3);
    private static final Path FILE = Path.of("..", "..", "docs", "how-to", "redundancy.md");
    private static final String BEGIN = "<!-- written by: ./takt test standby -->";
    private static final String END = "<!-- /written -->";
    private static final String HEAD = """
            | Fault of the active instance | Rounds | The other one samples after, median (longest) | Points without samples for, median (longest) | Published by both at once | Written by both, or without the lease |
            |---|---|---|---|---|---|
            """;

    /** What happens to the active instance. */
    @FunctionalInterface
    private interface Fault {
        void on(Instance active) throws Exception;
    }

    /** What came of one round. */
    private record Round(Duration takeOver, Duration gap, long samplesOfBoth, long stale) {}

    @Test
    void theOtherTakesOverAndNothingIsDoneTwice(@TempDir Path folder) throws Exception {
        var before = Machine.describe();
        StringBuilder table = new StringBuilder(HEAD);
        List<Round> all = new ArrayList<>();
        try (PostgresServer server = PostgresServer.start()) {
            server.createDatabase("leases");
            all.addAll(play(server, folder, table, "stopped (SIGTERM)", active -> active.signal("TERM")));
            all.addAll(play(server, folder, table, "killed (SIGKILL)", active -> active.signal("KILL")));
            all.addAll(play(
                    server,
                    folder,
                    table,
                    "frozen (SIGSTOP), and going on afterwards",
                    active -> active.signal("STOP")));
            all.addAll(play(server, folder, table, "cut off from the database", Instance::cut));
        }
        write("With the standard `ttl` of 15 s, polls each 20 ms, and commands under way. "
                + Machine.inWords(before, Machine.describe()) + ".\n\n" + table);
        assertThat(all).allMatch(round -> round.samplesOfBoth() == 0 && round.stale() == 0);
    }

    private static List<Round> play(PostgresServer server, Path folder, StringBuilder table, String name, Fault fault)
            throws Exception {
        List<Round> rounds = new ArrayList<>();
        for (int i = 0; i < ROUNDS; i++) {
            String lease = name.substring(0, name.indexOf(' ')) + i;
            try (Pair pair = new Pair(Files.createDirectory(folder.resolve(lease)), server, lease, "15s")) {
                rounds.add(round(pair, fault));
                System.out.println(name + ": " + rounds.get(i));
            }
        }
        table.append("| %s | %d | %s | %s | %d samples | %d commands |%n"
                .formatted(
                        name,
                        ROUNDS,
                        inWords(rounds.stream().map(Round::takeOver).toList()),
                        inWords(rounds.stream().map(Round::gap).toList()),
                        rounds.stream().mapToLong(Round::samplesOfBoth).sum(),
                        rounds.stream().mapToLong(Round::stale).sum()));
        return rounds;
    }

    private static Round round(Pair pair, Fault fault) throws Exception {
        pair.start();
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            answers.add(pair.a.command("before" + i, i));
        }
        Instant begun = Instant.now();
        fault.on(pair.a);
        pair.b.awaitRole("active");
        pair.b.awaitThat("b publishes", () -> pair.b.samples().size() > 20);
        long writes = pair.writes();
        if (pair.a.process().isAlive()) {
            pair.a.signal("CONT");
            pair.a.awaitRole("standby");
        }
        for (CompletableFuture<String> answer : answers) {
            answer.handle((said, e) -> "").join();
        }
        Instant first = pair.b.samples().get(0).at();
        List<Instance.Line> former = pair.a.samples();
        Instant last = former.stream()
                .map(Instance.Line::at)
                .filter(at -> at.isBefore(first))
                .max(Instant::compareTo)
                .orElse(begun);
        return new Round(
                Duration.between(begun, first),
                Duration.between(last, first),
                former.stream().filter(line -> !line.at().isBefore(first)).count(),
                pair.writes() - writes);
    }

    private static String inWords(List<Duration> times) {
        List<Duration> sorted = new ArrayList<>(times);
        Collections.sort(sorted);
        return String.format(
                Locale.ROOT,
                "%.1f s (%.1f s)",
                sorted.get(sorted.size() / 2).toMillis() / 1e3,
                sorted.get(sorted.size() - 1).toMillis() / 1e3);
    }

    private static void write(String table) throws IOException {
        String text = Files.readString(FILE);
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        Files.writeString(FILE, text.substring(0, begin) + "\n\n" + table + "\n" + text.substring(text.indexOf(END)));
    }
}
