package io.taktstrom.cli.live;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.taktstrom.cli.terminal.Terminal;
import io.taktstrom.cli.terminal.TerminalOutput;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.sink.SinkInlet;
import io.taktstrom.stream.FixedGroup;
import io.taktstrom.testkit.ManualClock;
import io.taktstrom.testkit.TestUnit;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BoardTest {

    private static final FixedGroup GROUP = new FixedGroup(
            List.of(
                    new DataPoint("press1.force", "Press.fForce", null, false, "kN", Map.of()),
                    DataPoint.of("press1.name", "GVL.sName")),
            List.of(ScalarType.REAL, StringType.string(80)),
            List.of(StatusCode.GOOD, StatusCode.GOOD));

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final ManualClock clock = new ManualClock(1_795_244_709_000_000_000L);

    @Test
    void aTableShowsTheLatestValueItsStatusAgeAndRate() throws IOException {
        Board board = board(false);
        SinkInlet inlet = board.inlet("all", List.of());
        inlet.publish(force(0), new TestUnit(1, 1).deliver(1, true));
        board.draw("");
        assertThat(shown().get(1)).doesNotContain("/s");
        bytes.reset();
        for (int i = 1; i <= 4; i++) {
            inlet.publish(force(i * 10.5), new TestUnit(1, 1).deliver(1, true));
        }
        clock.advance(Duration.ofSeconds(2));
        board.draw("press1 CONNECTED");
        assertThat(shown())
                .containsExactly(
                        "POINT         VALUE  UNIT  STATUS  AGE    RATE",
                        "press1.force  42.0   kN    Good    2.0 s  2.0/s",
                        "press1 CONNECTED");
    }

    @Test
    void aBadValueIsNotShownAsIfItWereGood() throws IOException {
        Board board = board(false);
        board.inlet("all", List.of()).publish(force(1), new TestUnit(1, 1).deliver(1, true));
        SampleBatch bad = GROUP.newBatch();
        bad.reset(GROUP, clock.epochNanos(), 0);
        bad.addBad(0, SampleBatch.NO_TIME, StatusCode.BAD_NO_COMMUNICATION);
        board.inlet("all", List.of()).publish(bad, new TestUnit(1, 1).deliver(1, true));
        board.draw("");
        assertThat(shown().get(1)).startsWith("press1.force  -").contains("Bad_NoCommunication");
    }

    @Test
    void anEscapeSequenceFromADeviceDoesNotReachTheTerminal() throws IOException {
        Board board = board(false);
        SampleBatch batch = GROUP.newBatch();
        batch.reset(GROUP, clock.epochNanos(), 0);
        batch.addText(1, SampleBatch.NO_TIME, StatusCode.GOOD, "\u001b[2J\rgone");
        board.inlet("all", List.of()).publish(batch, new TestUnit(1, 1).deliver(1, true));
        board.draw("");
        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .doesNotContain("\u001b")
                .contains("\\u001b[2J\\u000dgone");
    }

    @Test
    void onATerminalTheSecondTableCoversTheFirst() throws IOException {
        Board board = board(true);
        board.inlet("all", List.of()).publish(force(1), new TestUnit(1, 1).deliver(1, true));
        board.draw("footer");
        bytes.reset();
        board.note("something happened");
        board.draw("footer");
        assertThat(bytes.toString(StandardCharsets.UTF_8))
                .startsWith("\u001b[3A\rtakt: something happened\u001b[K\nPOINT")
                .endsWith("\u001b[J");
    }

    private Board board(boolean live) {
        TerminalOutput out = new TerminalOutput(new PrintStream(bytes, false, StandardCharsets.UTF_8));
        return new Board(new Terminal(InputStream.nullInputStream(), out, out, false, live, live, false), clock);
    }

    private SampleBatch force(double value) {
        SampleBatch batch = GROUP.newBatch();
        batch.reset(GROUP, clock.epochNanos(), 0);
        batch.addDouble(0, SampleBatch.NO_TIME, StatusCode.GOOD, value);
        return batch;
    }

    private List<String> shown() {
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
