package io.taktstrom.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.deque.html.axecore.selenium.AxeBuilder;
import io.taktstrom.deployment.AlarmConfig;
import io.taktstrom.deployment.AlarmRule;
import io.taktstrom.deployment.PointConfig;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * What a page does while things happen: devices and receivers go and come back, alarms are raised, values are written, a process
 * ends and another takes its place. With {@code -Dtakt.images=DIR} it leaves pictures of itself there, as the documentation shows them.
 */
class PageOverTimeIT extends InBrowser {

    private static final AlarmConfig HOT = new AlarmConfig(
            "oil-hot",
            new AlarmRule.Limit(List.of("press1.oil"), true, 80, 0),
            Duration.ZERO,
            Duration.ZERO,
            AlarmConfig.Severity.WARNING,
            "the oil is hot");

    /** As the documentation shows it: three devices, three sinks. */
    private static List<PointConfig> points() {
        List<PointConfig> points = Plant.press(40);
        for (int i = 1; i <= 8; i++) {
            points.add(Plant.slow("oven", "zone" + i, "Cel", Map.of("kind", "temperature")));
        }
        points.add(Plant.slow("cell", "air.pressure", "bar", Map.of("kind", "pressure")));
        points.add(Plant.slow("cell", "conveyor.speed", "mm/s", Map.of("kind", "speed")));
        return points;
    }

    private static Plant plant(Path folder, int port) throws IOException {
        Plant.Parts parts = new Plant.Parts(
                List.of("press1:ads", "oven:s7", "cell:opc.tcp"),
                List.of("broker:mqtt", "history:influx", "archive:parquet"),
                List.of(Plant.stream("all", "**", "broker", "history"), Plant.stream("press", "press1.**", "archive")),
                List.of(HOT));
        return new Plant(
                folder, Duration.ofMillis(10), points(), parts, new PageSettings(port, "plant.yaml", Plant.TOKEN));
    }

    @Override
    Plant plant(Path folder) throws IOException {
        return plant(folder, 0);
    }

    /** How a node of the picture is shown to do, and the shape of its lamp. */
    private String condition(String node) {
        return String.valueOf(browser.script(
                "const node = [...document.querySelectorAll('.node')].find(n => n.querySelector('.name').textContent === arguments[0]);"
                        + "return node && node.dataset.condition + ' ' + node.querySelector('.lamp').getAttribute('d')",
                node));
    }

    private void awaitCondition(String node, String condition) {
        await().atMost(Browser.LONG)
                .untilAsserted(() -> assertThat(condition(node)).startsWith(condition + " "));
    }

    @Test
    void aDeviceThatGoesAwayIsSeenAndSoIsItsReturn() {
        awaitCondition("oven", "UP");
        plant.device("oven").away(true);
        browser.awaitText("#reasons", "oven: notConnected: not connected");
        awaitCondition("oven", "DOWN");
        awaitCondition("press1", "UP");
        plant.device("oven").away(false);
        awaitCondition("oven", "UP");
        await().atMost(Browser.LONG).until(() -> !browser.text("#reasons").contains("not connected"));
    }

    @Test
    void aReceiverThatIsAwayIsSeenByItsWordsAndShapesAndWhatWaitsForItIsCounted() {
        awaitCondition("history", "UP");
        String well = condition("history");
        plant.receiver("history").away(true);
        browser.awaitText("#reasons", "history: sinkFailing: influx at 127.0.0.1:4712 refuses the connection");
        awaitCondition("history", "DOWN");
        browser.awaitText("#flow", "influx · failing");
        assertThat(condition("history").replace("DOWN", "UP"))
                .as("a shape of its own, for who sees no colours")
                .isNotEqualTo(well);
        await().atMost(Browser.LONG)
                .until(() -> !browser.all(".backlog[data-waits=yes]").isEmpty());
        await().atMost(Browser.LONG)
                .untilAsserted(() -> assertThat(browser.text("#oldest")).isNotEqualTo("0.0 s"));
        assertThat(browser.all(".wire[data-condition=DOWN]")).hasSize(1);
        assertThat(new AxeBuilder().analyze(browser.driver()).getViolations()).isEmpty();
        plant.receiver("history").away(false);
        awaitCondition("history", "UP");
        await().atMost(Browser.LONG)
                .until(() -> browser.all(".backlog[data-waits=yes]").isEmpty());
        browser.awaitText("#accounting", "yes");
        assertThat(browser.text("#accounting")).doesNotContain("no");
    }

    @Test
    void anAlarmIsSeenWhenItIsRaisedAndWhenItIsCleared() {
        browser.awaitText("#alarms", "1 alarm rule, none raised");
        plant.device().set("oil", 95.5);
        browser.awaitText("#reasons", "alarm oil-hot: the oil is hot");
        browser.awaitText("#alarms", "1 alarm rule, 1 raised");
        browser.awaitText("#reasons li[data-condition=DEGRADED]", "since ");
        browser.awaitText("#events .event[data-kind=raised] bdi", "alarm oil-hot raised");
        assertThat(browser.text("#events .event[data-kind=raised] bdi")).startsWith("alarm oil-hot raised");
        browser.awaitText("#state", "attention");
        plant.device().set("oil", 60.0);
        browser.awaitText("#alarms", "none raised");
        browser.awaitText("#events .event[data-kind=cleared]", "cleared");
        await().atMost(Browser.LONG).until(() -> !browser.text("#reasons").contains("oil-hot"));
    }

    /** What keeps no one out, in both themes. */
    private void picture(String name) throws IOException {
        for (String scheme : new String[] {"light", "dark"}) {
            browser.prefer(scheme);
            assertThat(new AxeBuilder().analyze(browser.driver()).getViolations())
                    .as("%s, %s", name, scheme)
                    .isEmpty();
            String images = System.getProperty("takt.images", "");
            Path out = Files.createDirectories(images.isEmpty() ? folder : Path.of(images));
            browser.screenshot(out.resolve(name + "-" + scheme + ".png"));
        }
        browser.prefer("light");
    }

    @Test
    void anAlarmIsAcknowledgedAndShelvedByTheKeyboardAndInTheAudit() throws IOException {
        plant.device().set("oil", 95.5);
        browser.awaitText("#alarm-list", "not acknowledged");
        picture("alarm");
        browser.find("#alarm-list button[aria-label='Acknowledge oil-hot']").sendKeys(Keys.ENTER);
        assertThat(browser.active()).isEqualTo("handle-comment");
        browser.press("fan on order", Keys.TAB, "not the token, by far", Keys.ENTER);
        browser.awaitText("#handle .result", "that is not the token");
        picture("alarm-dialog");
        browser.find("#handle-token").clear();
        browser.find("#handle-token").sendKeys(Plant.TOKEN, Keys.ENTER);
        browser.awaitText("#alarm-list", "acknowledged by token at ");
        browser.awaitText("#alarm-list", "fan on order");
        await().atMost(Browser.LONG).until(() -> !browser.find("#handle").isDisplayed());

        browser.find("#alarm-list button[aria-label='Shelve oil-hot']").sendKeys(Keys.ENTER);
        assertThat(browser.active()).isEqualTo("handle-time");
        browser.find("#handle-token").sendKeys(Keys.ENTER);
        browser.awaitText("#alarm-list", "shelved until ");
        await().atMost(Browser.LONG).until(() -> !browser.text("#reasons").contains("oil-hot"));
        picture("alarm-shelved");
        browser.find("#alarm-list button[aria-label='Unshelve oil-hot']").sendKeys(Keys.ENTER);
        browser.find("#handle-token").sendKeys(Keys.ENTER);
        browser.awaitText("#reasons", "alarm oil-hot: the oil is hot");
        plant.device().set("oil", 60.0);
        await().atMost(Browser.LONG).until(() -> !browser.find("#open-alarms").isDisplayed());
        assertThat(Files.readString(folder.resolve("audit.jsonl")))
                .contains("\"event\":\"alarm\"", "acknowledged oil-hot: fan on order", "\"unshelved oil-hot\"");
    }

    @Test
    void aReloadIsFollowedWhileThePageIsOpen() throws IOException {
        List<PointConfig> more = new ArrayList<>(points());
        more.add(Plant.point("added.by.reload", "added", null, "", Map.of()));
        try {
            plant.reload(more);
            browser.awaitText("#found", "58");
            browser.search("added", "1 of 58");
        } finally {
            plant.reload(points());
        }
        browser.awaitText("#found", "0 of 57");
    }

    @Test
    void aPageWhoseServerWasRestartedSaysSoComesBackAndShowsWhatItShowed() throws IOException {
        Path lost = folder.resolve("lost");
        int port;
        try (Plant first = plant(lost, 0)) {
            browser.visit(first);
            browser.plotFirst("press1.force", "1 of 57");
            browser.find("#span button").click();
            browser.search("kind=speed", "3 of 57");
            browser.script("window.isOfTheFirst = true");
            await().atMost(Browser.LONG)
                    .until(() -> browser.driver().getCurrentUrl().contains("search=kind"));
            port = first.page().port();
        }
        browser.awaitText("#lost", "Connection lost, trying again \u2026 What you see is of ");
        assertThat(browser.driver().getTitle()).startsWith("! Not connected");
        browser.awaitText("#state", "Not connected");
        assertThat(browser.find("#lost").isDisplayed()).isTrue();
        try (Plant second = plant(lost, port)) {
            await().atMost(Browser.LONG).until(() -> browser.script("return window.isOfTheFirst") == null);
            browser.awaitText("#found", "3 of 57");
            browser.awaitText("#legend", "press1.force");
            assertThat(browser.find("#span button").getAttribute("aria-pressed"))
                    .isEqualTo("true");
            assertThat(browser.find("#search").getAttribute("value")).isEqualTo("kind=speed");
            assertThat(browser.find("#lost").isDisplayed()).isFalse();
            assertThat(second.page().viewers().all()).isNotEmpty();
        }
    }

    /** Tries to write a value of the press's ram. */
    private void write(String value, String token) {
        for (String[] field : new String[][] {{"#write-value", value}, {"#write-token", token}}) {
            browser.find(field[0]).clear();
            browser.find(field[0]).sendKeys(field[1]);
        }
        browser.find("#write button[type=submit]").click();
    }

    @Test
    void aValueIsWrittenWithTheTokenWithinItsLimitsAndOtherwiseTheReasonIsSaid() {
        browser.search("press1.ram", "1 of 57");
        browser.find("#search").sendKeys(Keys.ENTER);
        browser.find(".scroll").sendKeys("w");
        browser.awaitText("#write", "allowed: at least 0, at most 100");
        write("33.25", "no-token-of-anybody");
        browser.awaitText("#write .result", "that is not the token");
        write("100.5", Plant.TOKEN);
        browser.awaitText("#write .result", "refused: ");
        browser.awaitText("#write .result", "100.5 is more than 100, the most allowed");
        write("high", Plant.TOKEN);
        browser.awaitText("#write .result", "does not fit type LREAL");
        write("33.25", Plant.TOKEN);
        browser.awaitText("#write .result", "done");
        browser.awaitText("#grid .space", "33.25");
    }

    @Test
    void whoHasNoKeyboardWritesByAButtonInTheRow() {
        browser.search("press1.ram", "1 of 57");
        browser.find("#row-0 .write").click();
        assertThat(browser.find("#write-value").isDisplayed()).isTrue();
        assertThat(browser.text("#write-h")).isEqualTo("press1.ram");
        assertThat(browser.all("#legend li")).as("the button plots nothing").isEmpty();
        browser.find("#write .quiet").click();
        browser.search("oven.zone1", "1 of 57");
        assertThat(browser.find("#row-0").findElement(By.cssSelector(".write")).isDisplayed())
                .as("what the file does not list as writable has none")
                .isFalse();
    }

    /** So many frames of eight points, as fast as the browser takes them, and events in between. */
    private static final String FRAMES = """
            const [frames, done] = arguments;
            Promise.all([import('/app/plot.js'), import('/app/events.js')]).then(([{ plot }, { events }]) => {
              const parts = window.parts ??= (() => {
                const box = () => document.body.appendChild(document.createElement('div'));
                const made = { chart: plot(box(), box(), box(), {}, {}), logBox: box() };
                made.log = events(made.logBox);
                return made;
              })();
              const keys = [...'abcdefgh'];
              let at = Date.now();
              parts.chart.choose(keys);
              parts.chart.begin({ now: at, series: keys.map((key) => ({ key, name: key, unit: '', values: Array(600).fill(1) })) });
              for (let i = 0; i < frames; i++) {
                at += 200;
                parts.chart.add({ now: at, keys, values: keys.map((key, k) => i + k + 0.25) });
                if (i % 10 === 0) parts.log.add([{ at, kind: 'notice', condition: 'UP', text: 'event ' + i }]);
              }
              setTimeout(() => done(parts.logBox.children.length), 100);
            });
            """;

    private double heapAfter(Duration time) {
        assertThat(browser.driver().executeAsyncScript(FRAMES, time.toMillis() / 200))
                .as("events that are kept")
                .isEqualTo(200L);
        return browser.heapBytes();
    }

    @Test
    void hoursOfFramesLeaveNoMoreInTheBrowserThanTheLastMinutes() {
        browser.driver().manage().timeouts().scriptTimeout(Browser.LONG);
        double afterMinutes = heapAfter(Duration.ofMinutes(20));
        // The numbers of six hours alone would be 108,000 frames * 9 * 8 bytes: 7.8 MB.
        assertThat(heapAfter(Duration.ofHours(6)) - afterMinutes).isLessThan(3e6);
    }

    @Test
    void picturesAreTakenForTheDocumentation() throws IOException {
        String images = System.getProperty("takt.images", "");
        Path out = Files.createDirectories(images.isEmpty() ? folder : Path.of(images));
        for (String name : List.of("press1.force", "press1.spindle.speed", "press1.x.velocity")) {
            browser.plotFirst(name, "1 of 57");
        }
        browser.search("", "57");
        browser.find("#span button").click();
        if (!images.isEmpty()) {
            // A minute fills the plot.
            await().atMost(Browser.LONG.multipliedBy(2))
                    .until(() -> browser.text("#up").compareTo("00:01:10") > 0);
        }
        browser.resize(1440, 1500);
        browser.script("document.activeElement.blur(); scrollTo(0, 0)");
        browser.screenshot(out.resolve("page-light.png"));
        browser.prefer("dark");
        browser.screenshot(out.resolve("page-dark.png"));
        browser.prefer("light");
        browser.resize(390, 844);
        browser.script("scrollTo(0, 0)");
        browser.screenshot(out.resolve("page-narrow.png"));
        assertThat(out.resolve("page-narrow.png")).exists();
    }
}
