package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.testkit.ScriptedServer;
import io.taktstrom.testkit.peer.PeerProcess;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** A run whose alarms go to a webhook, to one that hangs and by mail; {@code takt alarms}; a restart. */
class AlarmDeliveryIT extends DemoPlant {

    private static final JsonMapper JSON = new JsonMapper();
    private static final String TOKEN = "token-of-this-page-1";
    private static final int STORM = 10_000;
    private static final Pattern PAGE = Pattern.compile("page at (http://\\S+)");
    private static final Pattern METRICS = Pattern.compile("metrics at http://(\\S+)/metrics");

    private static PeerProcess peer(String script, String... arguments) throws IOException {
        return PeerProcess.start(
                "TAKT_PYTHON", "a Python with aiosmtpd", Path.of("../sinks").resolve(script), arguments);
    }

    private static List<JsonNode> list(PeerProcess peer, String order) throws IOException {
        int count = Integer.parseInt(peer.tell(order, "ok "));
        List<JsonNode> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lines.add(JSON.readTree(peer.line("")));
        }
        return lines;
    }

    private Running run(Path file) {
        return Running.takt(
                "run",
                file.toString(),
                "--ui=0",
                "--ui-write",
                "--ui-token",
                directory.resolve("page.token").toString(),
                "--metrics",
                "127.0.0.1:0");
    }

    private static String found(Running run, Pattern pattern) {
        run.await(() -> pattern.matcher(run.err()).find());
        Matcher matcher = pattern.matcher(run.err());
        assertThat(matcher.find()).as(run.err()).isTrue();
        return matcher.group(1);
    }

    private Ran alarms(String page, String... words) {
        List<String> args = new ArrayList<>(List.of("alarms"));
        args.addAll(List.of(words));
        args.addAll(List.of("--page", page, "--token", "${file:" + directory.resolve("page.token") + "}"));
        return Ran.takt(args.toArray(String[]::new));
    }

    private List<String> journal(String event) throws IOException {
        return Files.readAllLines(directory.resolve("journal.jsonl")).stream()
                .filter(line -> line.contains("\"event\":\"" + event + "\""))
                .toList();
    }

    @Test
    void aStormReachesPeopleOnceAndAReceiverThatHangsDelaysNeitherThemNorSamples() throws Exception {
        ShownSecret.file(directory, "page.token", TOKEN);
        try (PeerProcess chat = peer("http/src/test/interop/http_receiver.py");
                PeerProcess mail = peer("mail/src/test/interop/smtp_receiver.py", "none");
                ScriptedServer hanging =
                        new ScriptedServer("hanging", wire -> wire.in().readAllBytes())) {
            hanging.start();
            String storm = IntStream.range(0, STORM)
                    .mapToObj(i -> "  s" + i + ": {when: above, points: plc.cycle, limit: 1}\n")
                    .collect(Collectors.joining());
            Path file = DeploymentText.write(
                    directory,
                    plc,
                    """
                    points:
                      - {id: plc.cycle, on: plc, address: MAIN.nCycle, scan: poll}
                    streams:
                      - {id: all, from: "plc.**", to: lines}
                    sinks:
                      lines: {type: jsonl, path: out.jsonl}
                    commands: {audit: audit.jsonl}
                    notify:
                      journal: journal.jsonl
                      receivers:
                        chat: {type: webhook, url: "http://127.0.0.1:%s/hook", groupWithin: 3s}
                        hung: {type: webhook, url: "http://127.0.0.1:%d/hook", requestTimeout: 500ms, groupWithin: 0s}
                        shift: {type: smtp, host: 127.0.0.1, port: %s, security: none, from: takt@plant.example,
                                to: shift@plant.example, groupWithin: 0s}
                      rules:
                        - {to: [chat, hung]}
                        - {severity: critical, to: shift}
                    alarms:
                      counting: {when: above, points: plc.cycle, limit: 1, severity: critical, text: The machine runs}
                    """.formatted(chat.line("ok "), hanging.address().getPort(), mail.line("ok ")) + storm);
            try (Running run = run(file)) {
                String page = found(run, PAGE);
                run.await(() -> list(chat, "samples").stream()
                                .mapToLong(message -> message.get("alarms").size()
                                        + message.get("more").asLong())
                                .sum()
                        == STORM + 1);
                List<JsonNode> messages = list(chat, "samples");
                assertThat(messages).hasSizeLessThanOrEqualTo(2);
                assertThat(messages.get(0).at("/alarms/0/alarm").stringValue()).isEqualTo("counting");
                run.await(() -> !list(mail, "mails").isEmpty());
                assertThat(list(mail, "mails").get(0).get("subject").stringValue())
                        .isEqualTo("plant.yaml: raised critical alarm counting");

                run.await(() -> Ran.takt("health", found(run, METRICS)).out().contains("receiver hung"));
                assertThat(Ran.takt("health", found(run, METRICS)).out())
                        .contains("receiverFailing", "no answer within 500 ms", "notices wait");

                assertThat(alarms(page, "acknowledge", "counting", "--comment", "fan on order")
                                .expect(ExitCode.GOOD)
                                .out())
                        .contains("acknowledged counting");
                assertThat(alarms(page, "acknowledge", "counting")
                                .expect(ExitCode.FAILED)
                                .err())
                        .contains("no alarm 'counting' is unacknowledged");
                assertThat(alarms(page, "shelve", "s1*", "--for", "2d")
                                .expect(ExitCode.FAILED)
                                .err())
                        .contains("an alarm can be shelved for at most 1d");
                assertThat(alarms(page, "shelve", "s1*", "--for", "1h").out()).contains("shelved 1111 alarms");
                assertThat(alarms(page, "unshelve", "s1").out()).contains("unshelved s1");
                assertThat(Ran.takt("alarms", "acknowledge", "s1", "--page", page)
                                .expect(ExitCode.FAILED)
                                .err())
                        .contains("that is not the token; use --token");
                assertThat(Files.readString(directory.resolve("audit.jsonl")))
                        .contains("acknowledged counting: fan on order");
                Ran ran = run.end();
                assertThat(ran.out() + ran.err()).doesNotContain(TOKEN);
            }
            assertThat(Files.readString(directory.resolve("out.jsonl"))).contains("plc.cycle");
            assertThat(journal("raised")).hasSize(STORM + 1);
            assertThat(journal("delivered").get(0)).contains("\"receiver\"");

            try (Running run = run(file)) {
                String page = found(run, PAGE);
                Ran listed = alarms(page, "list", "--json").expect(ExitCode.GOOD);
                assertThat(listed.out().lines().filter(line -> line.contains("\"counting\"")))
                        .singleElement()
                        .asString()
                        .contains("\"raised\"", "by token at ");
                run.await(() ->
                        Files.readString(directory.resolve("out.jsonl")).lines().count() > 100);
                run.end();
            }
            assertThat(journal("raised"))
                    .as("what a restart finds raised is not raised again")
                    .hasSize(STORM + 1);
            assertThat(list(mail, "mails")).hasSize(1);
        }
    }

    @Test
    void whatIsWrongIsSaid() {
        assertThat(Ran.takt("alarms", "list", "--page", "127.0.0.1:1")
                        .expect(ExitCode.FAILED)
                        .err())
                .contains("does not answer: connection refused; 'takt run FILE --ui' would");
        assertThat(Ran.takt("alarms", "list", "--page", "nowhere at all")
                        .expect(ExitCode.WRONG_USE)
                        .err())
                .contains("--page: not the address of a page");
        assertThat(Ran.takt("alarms", "acknowledge", "x", "--token", "in-the-clear")
                        .expect(ExitCode.WRONG_USE)
                        .err())
                .contains("visible to every user");
    }
}
