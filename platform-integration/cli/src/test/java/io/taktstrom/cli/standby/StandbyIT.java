package io.taktstrom.cli.standby;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.taktstrom.cli.PrintedAccount;
import io.taktstrom.cli.Ran;
import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.testkit.peer.PostgresServer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Two processes with one file: one is active, by a lease in a real PostgreSQL, and the other one takes over. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StandbyIT {

    private PostgresServer server;
    private Pair pair;
    private Instance a;
    private Instance b;

    @BeforeAll
    void startServer() throws IOException {
        server = PostgresServer.start();
        server.createDatabase("leases");
    }

    @AfterAll
    void stopServer() throws IOException {
        server.close();
    }

    @BeforeEach
    void start(TestInfo test, @TempDir Path folder) throws IOException {
        pair = new Pair(folder, server, test.getTestMethod().orElseThrow().getName(), "5s");
        a = pair.a;
        b = pair.b;
    }

    @AfterEach
    void end() {
        pair.close();
    }

    /** The gap is marked at each point, and nothing was published by both at once. */
    private void requireMarkedGap() throws IOException {
        b.awaitThat("b publishes", () -> b.samples().size() > 20);
        List<Instance.Line> later = b.samples();
        Set<String> seen = new HashSet<>();
        for (Instance.Line line : later) {
            String point = line.json().get("point").stringValue();
            assertThat(line.isMarked()).as("first sample of " + point).isEqualTo(seen.add(point));
        }
        Instant first = later.get(0).at();
        assertThat(a.samples()).isNotEmpty().allMatch(line -> line.at().isBefore(first));
    }

    /** All that was written is in the audits, by one of them, and never by a former term after a later one. */
    private void requireOneWriter() throws IOException {
        List<Instance.Line> sent =
                Stream.concat(a.sent().stream(), b.sent().stream()).toList();
        assertThat(pair.writes()).isEqualTo(sent.size());
        assertThat(sent).extracting(line -> line.json().get("id").stringValue()).doesNotHaveDuplicates();
        Instant first = b.sent().get(0).at();
        long term = b.sent().get(0).json().get("term").longValue();
        assertThat(a.sent())
                .allMatch(line ->
                        line.at().isBefore(first) && line.json().get("term").longValue() < term);
    }

    @Test
    void oneIsActiveAndTheOtherHoldsItsConnectionReady() throws Exception {
        pair.start();
        assertThat(a.get("/health/active").statusCode()).isEqualTo(200);
        assertThat(b.get("/health/active").statusCode()).isEqualTo(503);
        assertThat(b.get("/health/ready").statusCode()).isEqualTo(200);
        b.awaitThat("b is well", () -> b.state().equals("UP"));
        assertThat(a.health().at("/standby/term").longValue()).isEqualTo(1);
        b.awaitThat(
                "b knows of a",
                () -> b.health().at("/standby/other").asString("").startsWith("a "));
        assertThat(b.health().at("/connections/cpu/state").stringValue()).isEqualTo("CONNECTED");
        assertThat(a.get("/metrics").body()).containsPattern("(?m)^taktstrom_standby_active 1");
        assertThat(Ran.takt("health", b.address()).out())
                .containsPattern("standby b +UP +standby since .*, term 0, lease .* of a ");
        assertThat(b.get("/metrics").body()).containsPattern("(?m)^taktstrom_standby_active 0");
        assertThat(b.folder.resolve("out.jsonl")).doesNotExist();
        assertThat(b.process().err()).doesNotContain("commands from mes");
        assertThat(a.samples()).noneMatch(Instance.Line::isMarked);
        assertThat(a.process().err()).contains("active: a holds the lease", "term 1");
    }

    @Test
    void theOtherTakesOverWhenTheActiveOneStops() throws Exception {
        pair.watch();
        pair.start();
        a.awaitThat("a has raised its alarm", () -> a.alarms().contains("\"raised\""));
        assertThat(b.folder.resolve("alarms.jsonl")).doesNotExist();
        PrintedAccount account = PrintedAccount.of(a.stop(), "all.lines");
        assertThat(a.process().code()).as(a.process().err()).isEqualTo(ExitCode.GOOD);
        assertThat(account.published()).isEqualTo(a.samples().size());
        b.awaitRole("active");
        assertThat(b.health().at("/standby/term").longValue()).isEqualTo(2);
        requireMarkedGap();
        b.awaitThat("b has raised its alarm", () -> b.alarms().contains("\"raised\""));
        a.start();
        a.awaitRole("standby");
        PrintedAccount.of(b.stop(), "all.lines");
        a.awaitRole("active");
        a.awaitThat("a publishes again", () -> a.samples().size() > 40);
        // On standby another one watches: it is not over.
        assertThat(a.alarms()).contains("\"raised\"").doesNotContain("\"cleared\"", "\"removed\"");
    }

    @Test
    void theOtherTakesOverWhenTheActiveOneIsKilled() throws Exception {
        pair.start();
        assertThat(a.command("1", 1).join()).contains("\"outcome\":\"done\"");
        a.signal("KILL");
        b.awaitRole("active");
        requireMarkedGap();
        // It may be the one that the former has done.
        assertThat(b.command("1", 1).join()).contains("\"outcome\":\"unknown\"", "another instance was active");
        assertThat(pair.writes()).isEqualTo(1);
    }

    @Test
    void aFrozenInstanceWritesNothingWhenItGoesOn() throws Exception {
        pair.start();
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            answers.add(a.command("before" + i, i));
        }
        a.awaitThat("a writes", () -> pair.writes() > 5);
        a.signal("STOP");
        // They wait in its socket.
        for (int i = 0; i < 20; i++) {
            answers.add(a.command("frozen" + i, 100 + i));
        }
        b.awaitRole("active");
        requireMarkedGap();
        long published = Files.size(a.folder.resolve("out.jsonl"));
        long writes = pair.writes();
        a.signal("CONT");
        for (CompletableFuture<String> answer : answers) {
            assertThat(answer.handle((said, e) -> said == null ? "no answer" : said)
                            .join())
                    .containsPattern("done|unknown|refused|failed|busy|no answer");
        }
        a.awaitRole("standby");
        assertThat(pair.writes()).as("writes of a stale instance").isEqualTo(writes);
        assertThat(Files.size(a.folder.resolve("out.jsonl"))).isEqualTo(published);
        assertThat(a.audit())
                .anyMatch(line -> line.json().toString().contains("does not hold the lease")
                        || line.json().toString().contains("busy"));
        // Long enough to expire after all that a can have accepted.
        b.awaitThat(
                "b writes",
                () -> b.command("after" + pair.writes() + System.nanoTime(), 1)
                        .join()
                        .contains("\"outcome\":\"done\""));
        requireOneWriter();
        PrintedAccount.of(a.stop(), "all.lines");
    }

    @Test
    void anInstanceThatIsCutOffStepsDownBeforeTheOtherTakesOver() throws Exception {
        pair.start();
        a.cut();
        a.awaitThat("a tells of it", () -> a.state().contains("leaseUnreachable"));
        a.awaitRole("standby");
        b.awaitRole("active");
        requireMarkedGap();
        // What was in its memory may be lost, which is told as well.
        assertThat(a.state()).startsWith("DOWN").contains("leaseUnreachable");
        a.database.clear();
        a.awaitThat("a is well", () -> a.state().equals("UP"));
        assertThat(a.role()).isEqualTo("standby");
        assertThat(a.process().err()).contains("stepping down: the lease could not be renewed");
        // It gets it back, with a mark, and its accounting is complete.
        int before = a.samples().size();
        b.signal("KILL");
        a.awaitRole("active");
        a.awaitThat("a publishes again", () -> a.samples().size() > before + 20);
        assertThat(a.samples().get(before).isMarked()).isTrue();
        PrintedAccount.of(a.stop(), "all.lines");
    }

    @Test
    void noneIsActiveWhileTheDatabaseIsAway() throws Exception {
        pair.start();
        server.kill();
        a.awaitRole("standby");
        assertThat(a.state()).startsWith("DOWN").contains("leaseUnreachable");
        b.awaitThat("b tells of it", () -> b.state().equals("DOWN leaseUnreachable"));
        assertThat(b.role()).isEqualTo("standby");
        server.restart();
        a.awaitThat("one is active", () -> a.role().equals("active") ^ b.role().equals("active"));
        Instance active = a.role().equals("active") ? a : b;
        active.awaitThat("it is well", () -> active.state().equals("UP"));
        PrintedAccount.of(a.stop(), a.samples().isEmpty() ? "" : "all.lines");
    }

    @Test
    void aStandbyFollowsAReloadAndTakesOverWithIt() throws Exception {
        pair.start();
        String more = "  - {id: cpu.more, on: cpu, address: \"MW20:INT\"}";
        pair.write(b, more, "{type: jsonl, path: out.jsonl}", "");
        b.signal("HUP");
        b.awaitThat("b has read it", () -> b.process().err().contains("3 points"));
        assertThat(b.state()).isEqualTo("UP");
        assertThat(b.folder.resolve("out.jsonl")).doesNotExist();
        a.signal("KILL");
        // While it takes over.
        pair.write(b, more + "\n" + more.replace("more", "most"), "{type: jsonl, path: out.jsonl}", "");
        b.awaitThat("b begins", () -> b.process().err().contains("active: b holds"));
        b.signal("HUP");
        b.awaitThat(
                "all points come",
                () -> b.samples().stream()
                                .map(line -> line.json().get("point").stringValue())
                                .distinct()
                                .count()
                        == 4);
        Files.writeString(b.file(), Files.readString(b.file()).replace("ttl: 5s", "ttl: 6s"));
        b.signal("HUP");
        b.awaitThat("another lease is refused", () -> b.state().contains("reloadRefused"));
    }

    @Test
    void anInstanceThatCannotOpenWhatItNeedsLetsTheOtherHaveTheLease() throws Exception {
        pair.write(a, "", "{type: jsonl, path: plant.yaml/out.jsonl}", "");
        a.start();
        a.awaitRole("standby");
        a.awaitThat("a tells of it", () -> a.state().equals("DOWN takeOverFailed"));
        assertThat(a.process().err()).contains("cannot become active: sink lines");
        b.start();
        b.awaitRole("active");
        b.awaitThat("b publishes", () -> b.samples().size() > 20);
        assertThat(a.role()).isEqualTo("standby");
        pair.write(a, "", "{type: jsonl, path: out.jsonl}", "");
        a.signal("HUP");
        a.awaitThat("a is well", () -> a.state().equals("UP"));
        b.signal("KILL");
        a.awaitRole("active");
    }

    @Test
    void whatIsOnTheDiskOfTheFormerWaitsThereForIt() throws Exception {
        String ring = "onFull: spill, disk: 16MiB, persist: always, capacity: 1024";
        pair.write(a, "", "{type: http, url: \"http://127.0.0.1:1/samples\", format: jsonl}", ring);
        a.start();
        a.awaitRole("active");
        b.start();
        b.awaitRole("standby");
        a.awaitThat(
                "a buffers", () -> a.health().at("/streams/all.lines/buffered").asLong() > 100);
        a.cut();
        a.awaitRole("standby");
        b.awaitRole("active");
        // Its lock is released, so it can be looked at while a is on standby.
        String shown = Ran.takt("buffer", "show", a.file().toString(), "--json").out();
        assertThat(shown).containsPattern("\"samples\":\"?[1-9]\\d\\d");
        pair.write(a, "", "{type: jsonl, path: out.jsonl}", ring);
        Ran drained = Ran.takt("buffer", "drain", a.file().toString()).expect(ExitCode.GOOD);
        PrintedAccount account = PrintedAccount.of(drained.out(), "all.lines");
        assertThat(account.published()).isEqualTo(account.recovered()).isGreaterThan(100);
        assertThat(account.dropped()).isZero();
        assertThat(a.samples()).hasSize((int) account.published());
        String out = a.stop();
        assertThat(PrintedAccount.of(out, "all.lines").dropped()).as(out).isZero();
    }
}
