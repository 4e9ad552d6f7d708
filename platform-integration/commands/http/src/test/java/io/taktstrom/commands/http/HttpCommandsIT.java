package io.taktstrom.commands.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import io.taktstrom.command.Command;
import io.taktstrom.command.CommandAnswer;
import io.taktstrom.command.CommandContext;
import io.taktstrom.command.CommandGate;
import io.taktstrom.command.CommandOutcome;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.descriptor.OptionValues;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class HttpCommandsIT implements CommandGate {

    private static final String TOKEN = "0123456789abcdef";

    private final List<String> submitted = new CopyOnWriteArrayList<>();
    private final List<String> turnedAway = new CopyOnWriteArrayList<>();
    private final List<String> notices = new CopyOnWriteArrayList<>();
    private final HttpClient client = HttpClient.newHttpClient();
    private CommandOutcome outcome = CommandOutcome.DONE;
    private CountDownLatch device = new CountDownLatch(0);
    private HttpCommands source;

    @BeforeEach
    void open() throws IOException {
        source = open(Map.of());
    }

    private HttpCommands open(Map<String, String> options) throws IOException {
        Map<String, String> all = new HashMap<>(Map.of("port", "0", "token", TOKEN));
        all.putAll(options);
        OptionValues values = new HttpCommandsProvider().descriptor().values("test", all);
        return HttpCommands.open(
                values, new CommandContext("test", Path::of, EpochNanoClock.system(), this, notices::add));
    }

    @AfterEach
    void close() {
        device.countDown();
        source.close();
    }

    @Override
    public void submit(Command command, Consumer<CommandAnswer> onAnswer) {
        submitted.add(StandardCharsets.UTF_8.decode(command.text()).toString());
        CommandOutcome now = outcome;
        CountDownLatch until = device;
        new Thread(() -> {
                    try {
                        until.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                    onAnswer.accept(new CommandAnswer("a", now, "{\"outcome\":\"" + now.text() + "\"}"));
                })
                .start();
    }

    @Override
    public void turnAway(String sender, String why) {
        turnedAway.add(sender + ": " + why);
    }

    private HttpRequest.Builder post(String body) throws IOException {
        return HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + source.address().getPort() + "/commands"))
                .header("Authorization", "Bearer " + TOKEN)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void aCommandIsAnsweredWithWhatBecameOfIt() throws Exception {
        HttpResponse<String> response = send(post("{\"id\": \"ü\"}"));
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/json; charset=utf-8");
        assertThat(response.body()).isEqualTo("{\"outcome\":\"done\"}\n");
        assertThat(submitted).containsExactly("{\"id\": \"ü\"}");
    }

    @ParameterizedTest
    @EnumSource
    void eachOutcomeHasItsCode(CommandOutcome each) throws Exception {
        outcome = each;
        int code = send(post("{}")).statusCode();
        boolean reached =
                each == CommandOutcome.DONE || each == CommandOutcome.DIFFERS || each == CommandOutcome.UNREAD;
        assertThat(code == 200).isEqualTo(reached);
        assertThat(code).isIn(200, 409, 410, 422, 502, 503, 504);
    }

    @ParameterizedTest
    @CsvSource(
            value = {"Basic MDEy", "Bearer 0123456789abcdeg", "Bearer 0123456789abcde", "bearer 0123456789abcdef", "''"
            })
    void withoutTheTokenNoCommandIsTakenAndTheAuditHearsOfIt(String authorization) throws Exception {
        HttpResponse<String> response = send(post("{}").setHeader("Authorization", authorization));
        assertThat(response.statusCode()).isEqualTo(401);
        assertThat(submitted).isEmpty();
        assertThat(turnedAway).singleElement().asString().contains("127.0.0.1:", "the token");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "POST /commands|Host: evil.example|421",
                "POST /commands|Host: localhost.evil.example|421",
                "POST /commands|X: y|421",
                "POST /commands|Host: localhost\\nOrigin: https://evil.example|403",
                "POST /commands|Host: localhost\\nContent-Type: text/plain|415",
                "GET /commands|Host: localhost|405",
                "OPTIONS /commands|Host: localhost|405",
                "POST /other|Host: localhost|404"
            })
    void whatAWebPageCouldSendIsRefused(String line, String headers, int code) throws IOException {
        String text = line + " HTTP/1.1\r\nAuthorization: Bearer " + TOKEN + "\r\n"
                + (headers.contains("Content-Type") ? "" : "Content-Type: application/json\r\n")
                + headers.replace("\\n", "\r\n") + "\r\nContent-Length: 2\r\n\r\n{}";
        try (Socket socket =
                new Socket(source.address().getAddress(), source.address().getPort())) {
            socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
            assertThat(answer).startsWith("HTTP/1.1 " + code + " ").doesNotContain("Access-Control");
        }
        assertThat(submitted).isEmpty();
    }

    @Test
    void aNameThatTheFileListsIsOurs() throws Exception {
        source.close();
        source = open(Map.of("hostNames", "plant.example, other.example"));
        try (Socket socket =
                new Socket(source.address().getAddress(), source.address().getPort())) {
            socket.getOutputStream()
                    .write(("POST /commands HTTP/1.1\r\nHost: Other.Example:80\r\nContent-Type: application/json\r\n"
                                    + "Authorization: Bearer " + TOKEN + "\r\nContent-Length: 2\r\n\r\n{}")
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void aBodyThatIsTooLargeIsRefusedUnread() throws IOException {
        try (Socket socket =
                new Socket(source.address().getAddress(), source.address().getPort())) {
            socket.getOutputStream()
                    .write(("POST /commands HTTP/1.1\r\nContent-Length: " + ((64 << 10) + 1) + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII))
                    .startsWith("HTTP/1.1 413 ");
        }
        assertThat(submitted).isEmpty();
    }

    @Test
    void aCommandThatWaitsForADeviceDelaysNoOther() throws Exception {
        device = new CountDownLatch(1);
        CompletableFuture<HttpResponse<String>> slow =
                client.sendAsync(post("{\"id\":1}").build(), HttpResponse.BodyHandlers.ofString());
        while (submitted.isEmpty()) {
            Thread.onSpinWait();
        }
        CountDownLatch before = device;
        device = new CountDownLatch(0);
        assertThat(send(post("{\"id\":2}")).statusCode()).isEqualTo(200);
        assertThat(slow).isNotDone();
        before.countDown();
        assertThat(slow.get(30, TimeUnit.SECONDS).statusCode()).isEqualTo(200);
    }

    @Test
    void itListensOnThisMachineOnlyUnlessItIsToldOtherwise() throws IOException {
        assertThat(source.address().getAddress().isLoopbackAddress()).isTrue();
        assertThatThrownBy(() -> open(Map.of("host", "0.0.0.0")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("insecureBind");
        try (HttpCommands open = open(Map.of("host", "0.0.0.0", "insecureBind", "true"))) {
            assertThat(open.address().getPort()).isPositive();
        }
    }

    @Test
    void aPortThatIsTakenIsNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            assertThatThrownBy(() -> open(Map.of("port", String.valueOf(taken.getLocalPort()))))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(String.valueOf(taken.getLocalPort()))
                    .hasMessageContaining("choose another port");
        }
    }

    @Test
    void noMessageHasTheTokenInIt() throws IOException {
        assertThatThrownBy(() -> new HttpCommandsProvider().descriptor().values("test", Map.of("token", "too short")))
                .hasMessageContaining("16 to 500")
                .hasMessageNotContaining("too short");
        assertThat(notices).noneMatch(notice -> notice.contains(TOKEN));
    }
}
