package io.taktstrom.runtime.command;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.command.CommandOutcome;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.WriteLimits;
import io.taktstrom.model.DataPoint;
import io.taktstrom.opcua.simulator.OpcUaSimulator;
import io.taktstrom.s7.simulator.S7Simulator;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What becomes of a command, on three protocols. */
class RunningCommandsIT extends CommandsOnPlc {

    @Test
    void aCommandIsWrittenReadBackAuditedAndAnswered() throws IOException {
        try (AdsSimulator plc = plc();
                CommandBench bench = bench(plc).open()) {
            Map<String, Object> answer = bench.ask("a", "plc.setpoint", "21");
            assertThat(answer)
                    .containsEntry("id", "a")
                    .containsEntry("point", "plc.setpoint")
                    .containsEntry("outcome", "done")
                    .containsEntry("status", "Good")
                    .containsEntry("before", 5)
                    .containsEntry("after", 21)
                    .doesNotContainKey("message");
            assertThat(plc.get("MAIN.setpoint")).isEqualTo(21L);
            assertThat(bench.events("a")).containsExactly("sending", "done");
            assertThat(bench.audit().get(1))
                    .containsEntry("source", "test")
                    .containsEntry("sender", "the test")
                    .containsEntry("value", 21)
                    .containsEntry("before", 5)
                    .containsEntry("after", 21)
                    .containsKeys("time", "expires");
            assertThat(bench.running().count(CommandOutcome.DONE)).isEqualTo(1);
        }
    }

    @Test
    void theOtherProtocolsAreWrittenAlike() throws IOException {
        try (S7Simulator cpu = S7Simulator.builder()
                        .model(io.taktstrom.s7.simulator.model.S7Model.parse("blocks:\n  DB1: {bytes: 64}\n"))
                        .start();
                OpcUaSimulator server = OpcUaSimulator.builder()
                        .model(io.taktstrom.opcua.simulator.model.OpcUaModel.parse("""
                                points:
                                  target: Double
                                  fixed: {type: Double, writable: false}
                                """))
                        .start();
                CommandBench bench = new CommandBench(folder)
                        .device("cpu", cpu.endpointUri())
                        .device("server", server.endpointUri())
                        .point("cpu.setpoint", "DB1.DBD0:DINT")
                        .point("server.target", server.nodeId("target"))
                        .point("server.fixed", server.nodeId("fixed"))
                        .open()) {
            assertThat(bench.ask("s7", "cpu.setpoint", "-7")).containsEntry("outcome", "done");
            assertThat(cpu.get("DB1.DBD0:DINT")).isEqualTo(-7L);
            assertThat(bench.ask("ua", "server.target", "180.25")).containsEntry("outcome", "done");
            assertThat(server.get("target")).isEqualTo(180.25);
            assertThat(bench.ask("fixed", "server.fixed", "1"))
                    .as("the device refuses it")
                    .containsEntry("outcome", "failed")
                    .extractingByKey("status")
                    .asString()
                    .startsWith("Bad_");
        }
    }

    @Test
    void everyTypeIsTakenExactly() throws IOException {
        try (AdsSimulator plc = plc();
                CommandBench bench = bench(plc)
                        .point("plc.fine", "MAIN.fine")
                        .point("plc.big", "MAIN.big")
                        .point("plc.mode", "MAIN.mode")
                        .point("plc.text", "MAIN.text")
                        .point("plc.curve", "MAIN.curve")
                        .point("plc.recipe", "MAIN.recipe")
                        .point("plc.delay", "MAIN.delay")
                        .open()) {
            List<String[]> good = List.of(
                    new String[] {"fine", "0.1"},
                    new String[] {"big", "18446744073709551615"},
                    new String[] {"mode", "\"Auto\""},
                    new String[] {"text", "\"hallo\""},
                    new String[] {"curve", "[1,-2,3]"},
                    new String[] {"recipe", "{\"nLayers\":3,\"fWidth\":0.5}"},
                    new String[] {"delay", "\"T#1m\""},
                    new String[] {"setpoint", "\"16#FF\""});
            for (String[] each : good) {
                assertThat(bench.ask(each[0], "plc." + each[0], each[1]))
                        .as(each[0])
                        .containsEntry("outcome", "done");
            }
            assertThat(plc.get("MAIN.big")).hasToString("18446744073709551615");
            assertThat(plc.get("MAIN.setpoint")).isEqualTo(255L);
            List<String[]> bad = List.of(
                    new String[] {"fine", "1e39"},
                    new String[] {"fine", "\"NaN\""},
                    new String[] {"big", "-1"},
                    new String[] {"big", "18446744073709551616"},
                    new String[] {"mode", "\"auto mode\""},
                    new String[] {"text", "\"too long text\""},
                    new String[] {"text", "\"zero\\u0000\""},
                    new String[] {"text", "7"},
                    new String[] {"curve", "[1,2]"},
                    new String[] {"curve", "[1,2,null]"},
                    new String[] {"recipe", "{\"nLayers\":3}"},
                    new String[] {"setpoint", "1.5"},
                    new String[] {"setpoint", "[1]"});
            int number = 0;
            for (String[] each : bad) {
                assertThat(bench.ask("bad" + number++, "plc." + each[0], each[1]))
                        .as(each[0] + " = " + each[1])
                        .containsEntry("outcome", "refused");
            }
            assertThat(plc.get("MAIN.setpoint")).isEqualTo(255L);
        }
    }

    @Test
    void onlyWhatTheFileListsAsWritableIsWritten() throws IOException {
        try (AdsSimulator plc = plc();
                CommandBench bench = bench(plc)
                        .point(PointConfig.of(DataPoint.of("plc.fine", "MAIN.fine"), "plc", "fast"))
                        .open()) {
            assertThat(bench.ask("a", "plc.fine", "2"))
                    .containsEntry("outcome", "refused")
                    .containsEntry("status", "Bad_NotWritable");
            assertThat(bench.ask("b", "MAIN.big", "2")).containsEntry("outcome", "refused");
            assertThat(bench.source.ask("no command")).containsEntry("outcome", "refused");
            assertThat(plc.get("MAIN.fine")).isEqualTo(1.5f);
            bench.source.gate().turnAway("10.1.2.3", "it did not give the token");
            await().atMost(LIMIT).until(() -> bench.audit().size() == 4);
            assertThat(bench.audit()).allMatch(line -> "refused".equals(line.get("event")));
            assertThat(bench.audit().get(3)).containsEntry("sender", "10.1.2.3");
        }
    }

    @Test
    void limitsOfTheFileHoldForPublishedValues() throws IOException {
        WriteLimits range = new WriteLimits(
                new BigDecimal("-10"), new BigDecimal("50"), List.of(), null, 2, Duration.ofHours(1), null);
        DataPoint raw = DataPoint.of("plc.oil", "MAIN.raw").withWritable();
        try (AdsSimulator plc = plc();
                CommandBench bench = bench(plc)
                        .point(new PointConfig(raw, "plc", "fast", 0.1, -40, null, null, range))
                        .open()) {
            assertThat(bench.ask("a", "plc.oil", "51"))
                    .containsEntry("outcome", "refused")
                    .containsEntry("before", 21.5);
            assertThat(bench.ask("b", "plc.oil", "22.5"))
                    .containsEntry("outcome", "done")
                    .containsEntry("before", 21.5)
                    .containsEntry("after", 22.5);
            assertThat(plc.get("MAIN.raw")).isEqualTo(625L);
            assertThat(bench.ask("c", "plc.oil", "23")).containsEntry("outcome", "done");
            assertThat(bench.ask("d", "plc.oil", "24"))
                    .containsEntry("outcome", "refused")
                    .extractingByKey("message")
                    .asString()
                    .contains("try again in");
        }
    }

    @Test
    void aRepeatDoesNothingAlsoAfterARestart() throws IOException {
        try (AdsSimulator plc = plc();
                CommandBench bench = bench(plc).open()) {
            String command = bench.command("a", "plc.setpoint", "21");
            assertThat(bench.source.ask(command)).containsEntry("outcome", "done");
            plc.set("MAIN.setpoint", 1);
            assertThat(bench.source.ask(command)).containsEntry("outcome", "repeated");
            bench.closeGate();
            bench.open();
            assertThat(bench.source.ask(command))
                    .containsEntry("outcome", "repeated")
                    .extractingByKey("message")
                    .asString()
                    .contains("is done");
            assertThat(plc.get("MAIN.setpoint")).isEqualTo(1L);
            assertThat(bench.events("a")).containsExactly("sending", "done", "repeated", "repeated");
        }
    }

    @Test
    void whatWasBeingSentWhenTheProcessDiedIsNotSentAgain() throws IOException {
        try (AdsSimulator plc = plc();
                CommandBench bench = bench(plc).open()) {
            String command = bench.command("a", "plc.setpoint", "21");
            bench.source.ask(command);
            bench.closeGate();
            Path audit = folder.resolve("audit.jsonl");
            Files.writeString(audit, Files.readAllLines(audit).get(0) + "\n{\"half\": ");
            plc.set("MAIN.setpoint", 1);
            bench.open();
            assertThat(bench.source.ask(command))
                    .containsEntry("outcome", "repeated")
                    .extractingByKey("message")
                    .asString()
                    .contains("is unknown");
            assertThat(plc.get("MAIN.setpoint")).isEqualTo(1L);
        }
    }

    @Test
    void aCommandThatWasRefusedMayComeAgain() throws IOException {
        try (AdsSimulator plc = plc();
                CommandBench bench = bench(plc).open()) {
            assertThat(bench.ask("a", "plc.setpoint", "1e10")).containsEntry("outcome", "refused");
            assertThat(bench.ask("a", "plc.setpoint", "7")).containsEntry("outcome", "done");
        }
    }

    @Test
    void lateCommandsAndThoseThatReachTooFarDoNothing() throws IOException {
        try (AdsSimulator plc = plc();
                CommandBench bench = bench(plc).open()) {
            assertThat(bench.source.ask(bench.command("a", "plc.setpoint", "7", Duration.ofMillis(-1))))
                    .containsEntry("outcome", "expired");
            assertThat(bench.source.ask(bench.command("b", "plc.setpoint", "7", Duration.ofMinutes(2))))
                    .containsEntry("outcome", "refused");
            assertThat(plc.get("MAIN.setpoint")).isEqualTo(5L);
        }
    }

    @Test
    void theValueThatIsExpectedMustBeThere() throws IOException {
        try (AdsSimulator plc = plc();
                CommandBench bench = bench(plc).open()) {
            String command = bench.command("a", "plc.setpoint", "7");
            assertThat(bench.source.ask(command.replace("\"value\"", "\"expected\":4,\"value\"")))
                    .containsEntry("outcome", "refused")
                    .containsEntry("before", 5);
            assertThat(bench.source.ask(command.replace("\"value\"", "\"expected\":5,\"value\"")))
                    .containsEntry("outcome", "done");
        }
    }

    @Test
    void aProgramThatWritesTheSameVariableIsNoticed() throws IOException {
        try (AdsSimulator plc = plc();
                CommandBench bench =
                        bench(plc).point("plc.counter", "MAIN.counter").open()) {
            assertThat(bench.ask("a", "plc.counter", "1000000000"))
                    .extractingByKey("outcome")
                    .isIn("differs", "done");
            assertThat(bench.ask("b", "plc.none", "1")).containsEntry("outcome", "refused");
        }
    }
}
