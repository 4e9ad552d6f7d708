package io.taktstrom.cli.monitoring;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

import io.taktstrom.cli.shell.ExitCode;
import io.taktstrom.cli.shell.SecretInput;
import io.taktstrom.cli.shell.ShellCommand;
import io.taktstrom.cli.shell.UsageException;
import io.taktstrom.cli.terminal.Listing;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code takt alarms}: the alarms of a run, by its page. */
@Command(
        name = "alarms",
        synopsisSubcommandLabel = "ACTION",
        description = "List, acknowledge and shelve the alarms of a run that has a page: 'takt run --ui'.",
        footer = {"", "Example:", "  takt alarms acknowledge oil-hot --token '$${file:page.token}'"})
public final class AlarmsCommand extends ShellCommand {

    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String ALARM = "Its name, or a pattern such as 'press1-*'.";
    private static final String COMMENT = "Why, for journal and audit.";

    /** Where the page is, and who asks. */
    static final class PageAddress {

        @Option(
                names = "--page",
                paramLabel = "ADDRESS",
                defaultValue = "127.0.0.1:8470",
                description = "Where the page listens: HOST:PORT, or a URL (https://panel.plant:8470).")
        private String page = "";

        @Option(
                names = "--token",
                paramLabel = "REF",
                description = "Where the token of '--ui-token' is: '$${env:NAME}' or '$${file:PATH}'.")
        private @Nullable String token;

        @Option(
                names = "--ca",
                paramLabel = "FILE",
                description = "Trusted certificates (PEM), for https; without it those of Java.")
        private @Nullable Path ca;

        /** @param content what to post; null to ask only */
        private JsonNode ask(@Nullable Map<String, String> content) throws IOException, InterruptedException {
            URI url = MonitoringOptions.url(page.contains("://") ? page : "http://" + page);
            if (url == null) {
                throw new UsageException("--page: not the address of a page; write for example 127.0.0.1:8470");
            }
            HttpRequest.Builder request = HttpRequest.newBuilder(url.resolve("/api/alarms"));
            String reference = token;
            if (reference != null) {
                String secret = UsageException.check(() -> SecretInput.resolve(reference));
                request.header("Authorization", "Bearer " + secret.strip());
            }
            if (content != null) {
                request.header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(content)));
            }
            RunRequest.Answer answer = RunRequest.send(request, ca, "'takt run FILE --ui' would");
            try {
                JsonNode json = JSON.readTree(answer.text());
                if (json.isObject() && answer.code() == 200) {
                    return json;
                }
                if (json.has("error")) {
                    throw new IOException(json.path("error").stringValue("")
                            + (answer.code() == 401 ? "; use --token '${file:PATH}'" : ""));
                }
            } catch (JacksonException e) {
                // Another server listens there.
            }
            throw new IOException(url + " answers with " + answer.code() + ", but is not a page of 'takt run --ui'");
        }
    }

    private int post(PageAddress page, String action, String alarms, @Nullable String comment, @Nullable String time)
            throws IOException, InterruptedException {
        Map<String, String> wish = new LinkedHashMap<>();
        wish.put("action", action);
        wish.put("alarms", alarms);
        wish.put("comment", comment == null ? "" : comment);
        wish.put("time", time == null ? "" : time);
        out().println(page.ask(wish).path("result").stringValue(""));
        return ExitCode.GOOD;
    }

    @Command(
            name = "list",
            description = "List the alarms: raised or cleared, acknowledged or not, shelved until when.",
            footer = {"", "Example:", "  takt alarms list --json"})
    int list(
            @Mixin PageAddress page,
            @Option(names = "--json", description = "Print one JSON object for each.") boolean json)
            throws IOException, InterruptedException {
        Listing listing = new Listing("alarm", "severity", "state", "since", "acknowledged", "shelved", "text");
        for (JsonNode alarm : page.ask(null).path("alarms")) {
            String by = alarm.path("acknowledgedBy").stringValue("");
            String until = alarm.path("shelvedUntil").stringValue("");
            listing.row(
                    alarm.path("name").stringValue(""),
                    alarm.path("severity").stringValue(""),
                    alarm.path("active").asBoolean(false) ? "raised" : "cleared",
                    alarm.path("since").stringValue(""),
                    alarm.path("acknowledged").asBoolean(false) ? by.isEmpty() ? "" : "by " + by : "no",
                    until.isEmpty() ? "" : "until " + until,
                    alarm.path("text").stringValue(""));
        }
        listing.print(out(), json);
        return ExitCode.GOOD;
    }

    @Command(
            name = "acknowledge",
            description = "Say that someone has seen an alarm: no one is told of it again until it is raised again.",
            footer = {"", "Example:", "  takt alarms acknowledge oil-hot --comment 'fan on order'"})
    int acknowledge(
            @Parameters(paramLabel = "ALARM", description = ALARM) String alarm,
            @Mixin PageAddress page,
            @Option(names = "--comment", paramLabel = "TEXT", description = COMMENT) @Nullable String comment)
            throws IOException, InterruptedException {
        return post(page, "acknowledge", alarm, comment, null);
    }

    @Command(
            name = "shelve",
            description = "Have no one told of an alarm for a while, at most notify.maxShelve of the file.",
            footer = {"", "Example:", "  takt alarms shelve 'press1-*' --for 4h --comment maintenance"})
    int shelve(
            @Parameters(paramLabel = "ALARM", description = ALARM) String alarm,
            @Mixin PageAddress page,
            @Option(names = "--for", paramLabel = "TIME", required = true, description = "For how long, such as 1h.")
                    String time,
            @Option(names = "--comment", paramLabel = "TEXT", description = COMMENT) @Nullable String comment)
            throws IOException, InterruptedException {
        return post(page, "shelve", alarm, comment, time);
    }

    @Command(
            name = "unshelve",
            description = "End the time of a shelved alarm: who is to be told is told, if it is raised.",
            footer = {"", "Example:", "  takt alarms unshelve 'press1-*'"})
    int unshelve(
            @Parameters(paramLabel = "ALARM", description = ALARM) String alarm,
            @Mixin PageAddress page,
            @Option(names = "--comment", paramLabel = "TEXT", description = COMMENT) @Nullable String comment)
            throws IOException, InterruptedException {
        return post(page, "unshelve", alarm, comment, null);
    }
}
