package io.taktstrom.cli.log;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

import ch.qos.logback.classic.Level;
import io.taktstrom.cli.terminal.TerminalOutput;
import io.taktstrom.runtime.health.Condition;
import io.taktstrom.runtime.health.HealthEvent;
import io.taktstrom.runtime.health.HealthEvent.Kind;
import io.taktstrom.runtime.health.Subject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class RunLogTest {

    /** A name that clears the screen, colours a lie, begins a line, and would end a text of JSON or a page. */
    private static final String EVIL =
            "MAIN.\u001b[2J\u009b31m\n2026-11-22T00:00:00Z INFO takt: all good\r\"<script>\u202e";

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private long nanos;

    private RunLog log(LogFormat format, LogLevels levels) {
        TerminalOutput out = new TerminalOutput(new PrintStream(bytes, false, StandardCharsets.UTF_8));
        return new RunLog(out, format, levels, () -> Instant.parse("2026-11-22T20:46:01.123456Z"), () -> nanos);
    }

    private List<String> lines() {
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static HealthEvent event(Kind kind, Condition severity, Subject subject, String code, String text) {
        return new HealthEvent(1, 0, kind, severity, subject, code, text);
    }

    private static HealthEvent notice(String text) {
        return event(Kind.NOTICE, Condition.UP, Subject.connection("press1"), "", text);
    }

    @Test
    void aLineHasTimeLevelAndWhoSpeaks() {
        RunLog log = log(LogFormat.TEXT, LogLevels.STANDARD);
        log.note("running plant.yaml");
        log.onEvent(notice("is connected"));
        log.onEvent(event(Kind.RAISED, Condition.DOWN, Subject.sink("broker"), "sinkFailing", "refused"));
        log.onEvent(event(Kind.RAISED, Condition.DEGRADED, Subject.CLOCK, "clockStep", "set back"));
        log.onEvent(event(Kind.CLEARED, Condition.DOWN, Subject.sink("broker"), "sinkFailing", "refused"));
        log.onEvent(event(Kind.CLEARED, Condition.DOWN, Subject.alarm("hot"), "", "alarm hot cleared"));
        assertThat(lines())
                .containsExactly(
                        "2026-11-22T20:46:01.123Z INFO  takt: running plant.yaml",
                        "2026-11-22T20:46:01.123Z INFO  press1: is connected",
                        "2026-11-22T20:46:01.123Z ERROR broker: sinkFailing: refused",
                        "2026-11-22T20:46:01.123Z WARN  clock: clockStep: set back",
                        "2026-11-22T20:46:01.123Z INFO  broker: sinkFailing is over",
                        "2026-11-22T20:46:01.123Z INFO  hot: alarm hot cleared");
    }

    @Test
    void asJsonALineIsAnObject() {
        RunLog log = log(LogFormat.JSON, LogLevels.STANDARD);
        log.onEvent(notice("is \u009b connected"));
        assertThat(lines()).hasSize(1).first().asString().isPrintable().doesNotContain("\u009b");
        JsonNode line = new JsonMapper().readTree(lines().get(0));
        assertThat(line.get("time").stringValue()).isEqualTo("2026-11-22T20:46:01.123Z");
        assertThat(line.get("level").stringValue()).isEqualTo("INFO");
        assertThat(line.get("part").stringValue()).isEqualTo("connection");
        assertThat(line.get("connection").stringValue()).isEqualTo("press1");
        assertThat(line.get("message").stringValue()).isEqualTo("is \u009b connected");
    }

    @Test
    void whatADeviceSaysStaysOnItsLineAndMovesNoCursor() {
        for (LogFormat format : LogFormat.values()) {
            bytes.reset();
            log(format, LogLevels.STANDARD).onEvent(notice(EVIL));
            assertThat(lines()).hasSize(1).first().asString().doesNotContain("\u001b", "\u009b", "\r", "\u202e");
        }
    }

    @Test
    void levelsAreOfAllOrOfAPart() {
        RunLog log = log(LogFormat.TEXT, LogLevels.parse("warn"));
        log.note("running");
        log.onEvent(event(Kind.RAISED, Condition.DEGRADED, Subject.CLOCK, "clockStep", "set back"));
        assertThat(lines()).singleElement().asString().contains("clockStep");
        LogLevels levels = LogLevels.parse("error,takt=info,kafka=debug");
        assertThat(levels.ofTakt()).isEqualTo(Level.INFO);
        assertThat(levels.ofLibraries()).isEqualTo(Level.ERROR);
        assertThat(levels.parts()).containsEntry("org.apache.kafka", Level.DEBUG);
        assertThat(LogLevels.parse("org.example.Thing=trace").parts()).containsEntry("org.example.Thing", Level.TRACE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "debg | unknown level 'debg'; did you mean 'debug'?",
                "kafk=debug | unknown part 'kafk'; did you mean 'kafka'?",
                "kafka=loud | unknown level 'loud'",
                "'' | unknown level ''",
            })
    void aLevelThatIsNoneIsSaid(String text, String message) {
        assertThatThrownBy(() -> LogLevels.parse(text)).hasMessageContaining(message);
    }

    @Test
    void whatRepeatsIsCounted() {
        RunLog log = log(LogFormat.TEXT, LogLevels.STANDARD);
        for (int i = 0; i < 46; i++) {
            log.onEvent(notice("attempt " + i + " failed"));
        }
        log.onEvent(notice("something else"));
        assertThat(lines()).hasSize(RepeatFilter.MAX_PER_MINUTE + 1);
        nanos += Duration.ofMinutes(1).toNanos();
        log.summarizeRepeats();
        log.summarizeRepeats();
        assertThat(lines()).hasSize(RepeatFilter.MAX_PER_MINUTE + 2);
        assertThat(lines().get(6)).endsWith("press1: ... 41 more in the last minute like: attempt 0 failed");
        log.onEvent(notice("attempt 47 failed"));
        assertThat(lines()).hasSize(RepeatFilter.MAX_PER_MINUTE + 3);
    }

    @Test
    void whatWasKeptBackIsToldAtTheEndWithTheTimeAtWhichItIsTold() {
        Iterator<Instant> times = Stream.iterate(Instant.parse("2026-11-22T20:46:01Z"), time -> time.plusSeconds(1))
                .iterator();
        RunLog log = new RunLog(
                new TerminalOutput(new PrintStream(bytes, false, StandardCharsets.UTF_8)),
                LogFormat.TEXT,
                LogLevels.STANDARD,
                times::next,
                () -> nanos);
        for (int i = 0; i < 9; i++) {
            log.onEvent(notice("attempt " + i));
        }
        log.close();
        log.close();
        assertThat(lines())
                .hasSize(RepeatFilter.MAX_PER_MINUTE + 1)
                .last()
                .isEqualTo("2026-11-22T20:46:19.000Z INFO  press1: ... 4 more in the last minute like: attempt 0");
    }

    @Test
    void whoSaysEverDifferentThingsIsLimitedAllTheSame() {
        RunLog log = log(LogFormat.TEXT, LogLevels.STANDARD);
        String letters = "abcdefghijklmnopqrstuvwxyz";
        for (int i = 0; i < 2 * RepeatFilter.MAX_KINDS; i++) {
            log.onEvent(notice("point " + letters.charAt(i % 26) + letters.charAt(i / 26 % 26)
                    + letters.charAt(i / 26 / 26 % 26) + " is unknown"));
        }
        assertThat(lines()).hasSize(RepeatFilter.MAX_KINDS + RepeatFilter.MAX_PER_MINUTE);
        log.onEvent(event(Kind.RAISED, Condition.DOWN, Subject.sink("broker"), "sinkFailing", "refused"));
        log.close();
        assertThat(lines())
                .hasSize(RepeatFilter.MAX_KINDS + RepeatFilter.MAX_PER_MINUTE + 2)
                .anyMatch(line -> line.endsWith("broker: sinkFailing: refused"))
                .anyMatch(line -> line.contains("press1: ... " + (RepeatFilter.MAX_KINDS - RepeatFilter.MAX_PER_MINUTE)
                        + " more in the last minute like: point "));
    }

    @Test
    void librariesWriteIntoTheSameLogByTheirLevels() {
        RunLog log = log(LogFormat.TEXT, LogLevels.parse("warn,some.Library=debug"));
        try (log) {
            log.takeOver();
            LoggerFactory.getLogger("some.Library").debug("found {}", EVIL, new IllegalStateException(EVIL));
            LoggerFactory.getLogger("some.Other").info("not wanted");
            // As PostgreSQL's driver and JNA do.
            java.util.logging.Logger.getLogger("some.Library").log(java.util.logging.Level.FINE, "sent " + EVIL);
            java.util.logging.Logger.getLogger("some.Other").info("not wanted");
        }
        LoggerFactory.getLogger("some.Library").debug("not any more");
        java.util.logging.Logger.getLogger("some.Library").fine("not any more");
        assertThat(lines().get(0)).startsWith("2026-11-22T20:46:01.123Z DEBUG some.Library: found MAIN.");
        assertThat(lines().get(1)).startsWith("java.lang.IllegalStateException: MAIN.");
        assertThat(lines())
                .anyMatch(line -> line.startsWith("2026-11-22T20:46:01.123Z DEBUG some.Library: sent MAIN."));
        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .doesNotContain("not wanted", "not any more", "\u001b", "\u009b", "\r", "\u202e");
    }
}
