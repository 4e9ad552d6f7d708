package io.taktstrom.runtime.command;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

import io.taktstrom.ads.simulator.AdsSimulator;
import io.taktstrom.command.CommandAnswer;
import io.taktstrom.command.CommandOutcome;
import io.taktstrom.simulation.DeviceFault;
import io.taktstrom.simulation.FaultScope;
import io.taktstrom.stream.source.ConnectionState;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

/** Devices that are away or slow, and many commands at once. */
class CommandTrafficIT extends CommandsOnPlc {

    /** AMS command id of ADS Write (Beckhoff InfoSys, "ADS commands"). */
    private static final int WRITE = 3;

    @Test
    void aDeviceThatIsAwayHasNothingSentAndDelaysNoOther() throws IOException {
        AdsSimulator away = plc();
        try (AdsSimulator plc = plc();
                CommandBench bench = bench(plc)
                        .device("away", away.endpointUri())
                        .point("away.setpoint", "MAIN.setpoint")
                        .open()) {
            away.close();
            await().atMost(LIMIT).until(() -> bench.connection("away").state() != ConnectionState.CONNECTED);
            assertThat(bench.ask("a", "away.setpoint", "7")).containsEntry("outcome", "failed");
            assertThat(bench.events("a")).containsExactly("failed");
            assertThat(bench.ask("b", "plc.setpoint", "7")).containsEntry("outcome", "done");
        }
    }

    @Test
    void aWriteWhoseAnswerGetsLostIsUnknownAndNeverSentAgain() throws IOException {
        try (AdsSimulator plc = plc();
                CommandBench bench = new CommandBench(folder)
                        .device("plc", withTimeout(plc.endpointUri()))
                        .point("plc.setpoint", "MAIN.setpoint")
                        .open()) {
            assertThat(bench.ask("warm", "plc.setpoint", "6")).containsEntry("outcome", "done");
            plc.faults().add(new DeviceFault.Ignore(FaultScope.ofCommand(WRITE)));
            String command = bench.command("a", "plc.setpoint", "7");
            assertThat(bench.source.ask(command))
                    .containsEntry("outcome", "unknown")
                    .extractingByKey("message")
                    .asString()
                    .contains("not sent again");
            assertThat(plc.get("MAIN.setpoint")).as("only its answer got lost").isEqualTo(7L);
            plc.faults().clear();
            plc.set("MAIN.setpoint", 1);
            assertThat(bench.source.ask(command)).containsEntry("outcome", "repeated");
            assertThat(plc.get("MAIN.setpoint")).isEqualTo(1L);
            assertThat(bench.events("a")).containsExactly("sending", "unknown", "repeated");
        }
    }

    private static String withTimeout(String uri) {
        return uri + (uri.contains("?") ? "&" : "?") + "requestTimeout=1s";
    }

    @Test
    void aDeviceThatAnswersSlowlyHoldsUpItsOwnCommandsOnly() throws IOException {
        try (AdsSimulator slow = plc();
                AdsSimulator plc = plc();
                CommandBench bench = bench(plc)
                        .device("slow", slow.endpointUri())
                        .point("slow.setpoint", "MAIN.setpoint")
                        .open()) {
            assertThat(bench.ask("warm", "slow.setpoint", "6")).containsEntry("outcome", "done");
            slow.faults().add(new DeviceFault.Delay(FaultScope.ofCommand(WRITE), Duration.ofSeconds(2)));
            CompletableFuture<CommandAnswer> first = bench.source.send(bench.command("a", "slow.setpoint", "7"));
            CompletableFuture<CommandAnswer> late =
                    bench.source.send(bench.command("b", "slow.setpoint", "8", Duration.ofSeconds(1)));
            assertThat(bench.ask("c", "plc.setpoint", "7")).containsEntry("outcome", "done");
            assertThat(first).isNotDone();
            assertThat(TestSource.await(first).outcome()).isEqualTo(CommandOutcome.DONE);
            assertThat(TestSource.await(late).outcome())
                    .as("its time was over before its turn came")
                    .isEqualTo(CommandOutcome.EXPIRED);
            assertThat(slow.get("MAIN.setpoint")).isEqualTo(7L);
        }
    }

    @Test
    void ordersForOneDeviceKeepTheirOrder() throws IOException {
        try (AdsSimulator plc = plc();
                CommandBench bench = bench(plc).open()) {
            List<CompletableFuture<CommandAnswer>> answers = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                answers.add(bench.source.send(bench.command("c" + i, "plc.setpoint", String.valueOf(i))));
            }
            Object before = 5;
            for (int i = 0; i < 100; i++) {
                Map<String, Object> answer =
                        TestSource.read(TestSource.await(answers.get(i)).json());
                assertThat(answer).containsEntry("outcome", "done").containsEntry("before", before);
                before = i;
            }
        }
    }

    @Test
    void tooManyAreTurnedAwayAndCountedInTheAudit() throws IOException {
        try (AdsSimulator plc = plc();
                CommandBench bench = bench(plc).waiting(2).open()) {
            List<CompletableFuture<CommandAnswer>> answers = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                answers.add(bench.source.send(bench.command("c" + i, "plc.setpoint", String.valueOf(i))));
            }
            List<CommandOutcome> outcomes = answers.stream()
                    .map(TestSource::await)
                    .map(CommandAnswer::outcome)
                    .toList();
            assertThat(outcomes).containsOnly(CommandOutcome.DONE, CommandOutcome.BUSY);
            bench.closeGate();
            long turnedAway = bench.audit().stream()
                    .filter(line -> "busy".equals(line.get("event")))
                    .mapToLong(line -> line.get("count") instanceof Number many ? many.longValue() : 1)
                    .sum();
            assertThat(turnedAway)
                    .isPositive()
                    .isEqualTo(outcomes.stream()
                            .filter(CommandOutcome.BUSY::equals)
                            .count());
        }
    }

    @Test
    void unauthorisedRequestsTakeNoPlaceOfCommandsAndShareOneLineOfTheAudit() throws IOException {
        try (AdsSimulator plc = plc();
                CommandBench bench = bench(plc).waiting(16).open()) {
            List<CompletableFuture<CommandAnswer>> answers = new ArrayList<>();
            for (int i = 0; i < 16; i++) {
                for (int each = 0; each < 1_000; each++) {
                    bench.source.gate().turnAway("10.1.2.3:" + each, "the token is missing");
                }
                answers.add(bench.source.send(bench.command("c" + i, "plc.setpoint", String.valueOf(i))));
            }
            assertThat(answers.stream().map(TestSource::await).map(CommandAnswer::outcome))
                    .containsOnly(CommandOutcome.DONE);
            bench.closeGate();
            assertThat(refused(bench)).hasSizeBetween(1, 2);
            assertThat(counted(refused(bench))).isEqualTo(16_000);
            assertThat(refused(bench).get(0))
                    .containsEntry("source", "test")
                    .containsEntry("status", "Bad_UserAccessDenied")
                    .extractingByKey("sender")
                    .asString()
                    .startsWith("10.1.2.3:");
        }
    }

    @Test
    void refusedCommandsBeyondALimitShareOneLineOfTheAudit() throws IOException {
        try (AdsSimulator plc = plc();
                CommandBench bench = bench(plc).open()) {
            for (int i = 0; i < 1_000; i++) {
                assertThat(bench.ask("c" + i, "plc.none", "1")).containsEntry("outcome", "refused");
            }
            assertThat(bench.ask("good", "plc.setpoint", "9")).containsEntry("outcome", "done");
            assertThat(bench.events("good")).containsExactly("sending", "done");
            bench.closeGate();
            assertThat(refused(bench)).hasSizeLessThan(250);
            assertThat(counted(refused(bench))).isEqualTo(1_000);
        }
    }

    private static List<Map<String, Object>> refused(CommandBench bench) {
        return bench.audit().stream()
                .filter(line -> "refused".equals(line.get("event")))
                .toList();
    }

    private static long counted(List<Map<String, Object>> lines) {
        return lines.stream()
                .mapToLong(line -> line.get("count") instanceof Number many ? many.longValue() : 1)
                .sum();
    }

    @Test
    void whatWaitsAtTheEndIsAnswered() throws IOException {
        try (AdsSimulator plc = plc();
                CommandBench bench = bench(plc).open()) {
            List<CompletableFuture<CommandAnswer>> answers = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                answers.add(bench.source.send(bench.command("c" + i, "plc.setpoint", String.valueOf(i))));
            }
            bench.closeGate();
            for (CompletableFuture<CommandAnswer> answer : answers) {
                assertThat(TestSource.await(answer).outcome()).isIn(CommandOutcome.DONE, CommandOutcome.BUSY);
            }
        }
    }

    @Test
    void aWriteThatOutlastsTheGateIsAuditedAllTheSameAndTheAuditIsFreeForTheNext() throws IOException {
        try (AdsSimulator plc = plc();
                CommandBench bench = bench(plc).open()) {
            assertThat(bench.ask("warm", "plc.setpoint", "6")).containsEntry("outcome", "done");
            plc.faults().add(new DeviceFault.Delay(FaultScope.ofCommand(WRITE), Duration.ofSeconds(2)));
            CompletableFuture<CommandAnswer> answer = bench.source.send(bench.command("a", "plc.setpoint", "7"));
            await().atMost(LIMIT).until(() -> bench.events("a").contains("sending"));
            bench.running().close(Duration.ofMillis(1));
            assertThat(TestSource.await(answer).outcome()).isEqualTo(CommandOutcome.DONE);
            await().atMost(LIMIT).ignoreExceptionsInstanceOf(IOException.class).until(() -> {
                bench.open();
                return true;
            });
            assertThat(bench.events("a")).containsExactly("sending", "done");
            assertThat(bench.ask("b", "plc.setpoint", "8")).containsEntry("outcome", "done");
        }
    }

    @Test
    void anAuditThatAnotherProcessHoldsKeepsTheGateShut() throws IOException {
        try (AdsSimulator plc = plc();
                CommandBench bench = bench(plc).open();
                CommandBench other = bench(plc)) {
            assertThat(catchThrowable(other::open))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("another process");
            assertThat(bench.ask("a", "plc.setpoint", "7")).containsEntry("outcome", "done");
        }
    }
}
