package io.taktstrom.page;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import com.deque.html.axecore.results.Results;
import com.deque.html.axecore.results.Rule;
import com.deque.html.axecore.selenium.AxeBuilder;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.model.StringType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The page in a real browser. With {@code -Dtakt.images=DIR} it leaves pictures of itself there, as the documentation shows them.
 */
class PageInBrowserIT {

    private static final String HOSTILE_NAME = "<img src=x onerror=document.title='hacked'>\u202egnp.exe\u001b[2J";
    private static final String HOSTILE_VALUE = "<script>document.title='hacked'</script>" + "x".repeat(10_000);

    @TempDir
    private static Path folder;

    private static Plant plant;
    /** As the documentation shows it: all is well. It has run for a while when its picture is taken. */
    private static Plant line;

    private static Browser browser;

    private static List<PointConfig> wellPoints() {
        List<PointConfig> points = new ArrayList<>();
        for (String[] one : new String[][] {
            {"force", "kN", "force"},
            {"ram", "mm", "position"},
            {"oil", "Cel", "temperature"},
            {"spindle.speed", "1/min", "speed"},
            {"spindle.bearing", "Cel", "temperature"},
            {"x.position", "mm", "position"},
            {"x.velocity", "mm/s", "speed"}
        }) {
            points.add(Plant.point("press1." + one[0], one[0], null, one[1], Map.of("kind", one[2], "line", "north")));
        }
        for (int i = 0; i < 60; i++) {
            points.add(
                    Plant.point("press1.axis" + i + ".position", "axis" + i, null, "mm", Map.of("kind", "position")));
        }
        return points;
    }

    private static List<PointConfig> points() {
        List<PointConfig> points = wellPoints().subList(0, 7);
        points.add(Plant.point("press1.sensor", "bad.sensor", null, "bar", Map.of()));
        points.add(Plant.point("press1.text", HOSTILE_VALUE, StringType.string(12_000), "", Map.of()));
        points.add(Plant.point(HOSTILE_NAME, "hostile", null, "", Map.of("label", "<b>bold</b>")));
        points.add(Plant.point("n".repeat(10_000), "long", null, "", Map.of()));
        for (int i = 0; i < 60; i++) {
            points.add(
                    Plant.point("press1.axis" + i + ".position", "axis" + i, null, "mm", Map.of("kind", "position")));
        }
        return points;
    }

    @BeforeAll
    static void start() throws IOException {
        browser = new Browser(1440, 1300);
        plant = Plant.writable(folder, Duration.ofMillis(10), points(), 0);
        line = Plant.of(folder.resolve("line"), Duration.ofMillis(10), wellPoints());
    }

    @AfterAll
    static void stop() {
        if (line != null) {
            line.close();
        }
        if (plant != null) {
            assertThat(plant.troubles()).isEmpty();
            plant.close();
        }
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void open() {
        browser.resize(1440, 1300);
        browser.prefer("light");
        browser.complaints();
        // From elsewhere: a page that is loaded again has the search that it had.
        visit(plant);
        browser.script("localStorage.clear()");
        visit(plant);
        await().atMost(Browser.LONG).until(() -> rows() > 5);
    }

    private static void visit(Plant of) {
        browser.driver().get("about:blank");
        browser.driver().get(of.page().address().toString());
    }

    private static int rows() {
        return browser.all("#grid .space .row:not([hidden]):not(.waits)").size();
    }

    private static String active() {
        return String.valueOf(
                browser.script(
                        "return document.activeElement.id || document.activeElement.getAttribute('role') || document.activeElement.tagName"));
    }

    private static void press(CharSequence... keys) {
        browser.driver().switchTo().activeElement().sendKeys(keys);
    }

    @Test
    void allThatThereIsToSeeIsThere() {
        browser.awaitText("#title", "plant.yaml");
        browser.awaitText("#count", "71");
        browser.awaitText("#flow", "press1");
        browser.awaitText("#flow", "Scan classes");
        browser.awaitText("#books", "yes");
        browser.awaitText("#timing", "between batches");
        browser.awaitText("#reasons", "1 of 71 points are Bad");
        browser.awaitText("#events", "is connected");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void onlyTheRowsThatCanBeSeenAreThere() {
        browser.awaitText("#found", "71");
        assertThat(browser.all("#grid .space .row")).hasSizeLessThan(45);
        browser.script("document.querySelector('.scroll').scrollTop = 1e6");
        browser.awaitText("#grid .space", "press1.axis59.position");
    }

    @Test
    void aSearchFindsPointsByNameAndLabelAndSaysHowMany() {
        WebElement search = browser.find("#search");
        search.sendKeys("kind=temperature");
        browser.awaitText("#found", "2 of 71");
        search.sendKeys(Keys.ESCAPE);
        browser.awaitText("#found", "71");
        assertThat(active()).isEqualTo("grid");
        browser.find("#search").sendKeys("is=bad");
        browser.awaitText("#found", "1 of 71");
        browser.awaitText("#grid .space", "Bad_DeviceFailure");
    }

    @Test
    void everythingCanBeReachedByTheKeyboard() {
        browser.find("body").sendKeys("/");
        assertThat(active()).isEqualTo("search");
        press("press1.o");
        browser.awaitText("#found", "1 of 71");
        press(Keys.ENTER);
        assertThat(active()).isEqualTo("grid");
        await().atMost(Browser.LONG)
                .until(() -> "row-0".equals(browser.find(".scroll").getAttribute("aria-activedescendant")));
        press(Keys.ENTER);
        browser.awaitText("#legend", "press1.oil");
        await().atMost(Browser.LONG).until(() -> !browser.all("#plot canvas").isEmpty());
        press(Keys.SPACE);
        await().atMost(Browser.LONG).until(() -> browser.all("#legend li").isEmpty());
        browser.script("document.querySelector('.skip').focus()");
        List<String> reached = new ArrayList<>();
        for (int i = 0; i < 40 && !reached.contains("events"); i++) {
            press(Keys.TAB);
            reached.add(active());
            assertThat(browser.script("const s = getComputedStyle(document.activeElement);"
                            + "return s.outlineStyle !== 'none' || document.activeElement.classList.contains('node')"
                            + " || document.activeElement === document.body"))
                    .as("the focus on %s can be seen", active())
                    .isEqualTo(true);
        }
        assertThat(reached).contains("theme", "flow", "button", "search", "grid", "books", "timing", "events");
    }

    @Test
    void arrowsMoveThroughAllRowsAndTheFocusedOneCanBeSeen() {
        browser.find(".scroll").sendKeys(Keys.END);
        await().atMost(Browser.LONG)
                .until(() -> "row-70".equals(browser.find(".scroll").getAttribute("aria-activedescendant")));
        browser.awaitText("#row-70", "press1.axis59.position");
        browser.find(".scroll").sendKeys(Keys.HOME, Keys.ARROW_DOWN);
        await().atMost(Browser.LONG)
                .until(() -> "row-1".equals(browser.find(".scroll").getAttribute("aria-activedescendant")));
    }

    @Test
    void whatIsHostileStaysText() {
        browser.awaitText("#grid .space", "<img src=x onerror=");
        browser.awaitText("#grid .space", "\\u202egnp.exe\\u001b[2J");
        browser.awaitText("#grid .space", "<script>document.title=");
        assertThat(browser.all("#grid img, #grid script")).isEmpty();
        assertThat(browser.text(".space")).doesNotContain("x".repeat(300)).doesNotContain("n".repeat(300));
        assertThat(browser.driver().getTitle()).contains("Taktstrom").doesNotContain("hacked");
        assertThat(browser.complaints()).isEmpty();
    }

    @Test
    void noOtherHostIsEverAsked() {
        browser.requests();
        browser.driver().navigate().refresh();
        browser.awaitText("#books", "yes");
        assertThat(browser.requests())
                .isNotEmpty()
                .allSatisfy(
                        url -> assertThat(url).startsWith(plant.page().address().toString()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void axeFindsNothingThatKeepsAnybodyOut(String scheme) {
        browser.prefer(scheme);
        browser.find("#search").sendKeys("press1.");
        browser.awaitText("#books", "yes");
        browser.find(".scroll").sendKeys(Keys.HOME, Keys.ENTER);
        browser.awaitText("#legend", "press1.force");
        assertThat(browser.script("return document.documentElement.dataset.theme"))
                .isEqualTo(scheme);
        Results results = new AxeBuilder().analyze(browser.driver());
        assertThat(results.getViolations())
                .as(
                        "%s",
                        results.getViolations().stream()
                                .map(rule -> rule.getId() + " " + rule.getNodes())
                                .toList())
                .isEmpty();
        assertThat(results.getPasses()).extracting(Rule::getId).contains("color-contrast");
    }

    @Test
    void theColoursCanBeSwitchedAndStaySo() {
        browser.find("#theme").click();
        assertThat(browser.script("return document.documentElement.dataset.theme"))
                .isEqualTo("dark");
        browser.driver().navigate().refresh();
        assertThat(browser.script("return document.documentElement.dataset.theme"))
                .isEqualTo("dark");
    }

    @Test
    void onANarrowScreenNothingIsCutOff() {
        browser.resize(390, 844);
        browser.awaitText("#books", "yes");
        assertThat(browser.script("return document.documentElement.scrollWidth <= innerWidth"))
                .isEqualTo(true);
        assertThat(browser.find("#search").isDisplayed()).isTrue();
    }

    @Test
    void aDeviceThatGoesAwayIsSeenAndSoIsItsReturn() {
        plant.device().away(true);
        browser.awaitText("#reasons", "press1: not connected");
        plant.device().away(false);
        await().atMost(Browser.LONG).until(() -> !browser.text("#reasons").contains("not connected"));
    }

    @Test
    void aReloadIsFollowedWhileThePageIsOpen() throws IOException {
        List<PointConfig> more = new ArrayList<>(points());
        more.add(Plant.point("added.by.reload", "added", null, "", Map.of()));
        try {
            plant.reload(more);
            browser.awaitText("#found", "72");
            browser.find("#search").sendKeys("added");
            browser.awaitText("#found", "1 of 72");
        } finally {
            plant.reload(points());
        }
        browser.awaitText("#found", "0 of 71");
    }

    @Test
    void aPageThatHasLostItsServerSaysSoAndComesBack() throws IOException {
        int port;
        try (Plant first = Plant.writable(folder.resolve("lost"), Duration.ofMillis(20), points().subList(0, 3), 0)) {
            browser.driver().get(first.page().address().toString());
            browser.awaitText("#found", "3");
            port = first.page().port();
        }
        browser.awaitText("#lost", "Connection lost, trying again");
        assertThat(browser.find("#lost").isDisplayed()).isTrue();
        try (Plant second =
                Plant.writable(folder.resolve("back"), Duration.ofMillis(20), points().subList(0, 4), port)) {
            browser.awaitText("#found", "4");
            assertThat(browser.find("#lost").isDisplayed()).isFalse();
            assertThat(second.page().viewers().all()).isNotEmpty();
        }
    }

    @Test
    void aValueIsWrittenFromThePageWithTheToken() {
        browser.find("#search").sendKeys("press1.axis7.");
        browser.awaitText("#found", "1 of 71");
        browser.find("#search").sendKeys(Keys.ENTER);
        browser.find(".scroll").sendKeys("w");
        browser.find("#write-value").sendKeys("33.25");
        browser.find("#write-token").sendKeys(Plant.TOKEN);
        browser.find("#write button[type=submit]").click();
        browser.awaitText("#write .result", "done");
        browser.awaitText("#grid .space", "33.25");
    }

    @Test
    void tenThousandPointsAtAKilohertzAreShownAndTheBooksAddUp() throws IOException {
        List<PointConfig> many = new ArrayList<>();
        for (int i = 0; i < 10_000; i++) {
            many.add(Plant.point("line.p" + i, "p" + i, null, "", Map.of("even", String.valueOf(i % 2 == 0))));
        }
        try (Plant large = Plant.of(folder.resolve("large"), Duration.ofMillis(1), many)) {
            browser.driver().get(large.page().address().toString());
            browser.awaitText("#found", "10,000");
            assertThat(browser.all("#grid .space .row")).hasSizeLessThan(45);
            browser.find(".scroll").sendKeys(Keys.END);
            browser.awaitText("#grid .space", "line.p9999");
            browser.find("#search").sendKeys("even=true");
            browser.awaitText("#found", "5,000 of 10,000");
            browser.awaitText("#books", "yes");
            assertThat(large.books().isBalanced()).isTrue();
        }
    }

    @Test
    void picturesAreTakenForTheDocumentation() throws IOException {
        String images = System.getProperty("takt.images", "");
        Path out = images.isEmpty() ? folder : Path.of(images);
        visit(line);
        browser.awaitText("#found", "67");
        for (String name : List.of("press1.force", "press1.spindle.speed", "press1.x.position")) {
            browser.find("#search").sendKeys(name);
            browser.awaitText("#found", "1 of 67");
            browser.find("#search").sendKeys(Keys.ENTER);
            browser.find(".scroll").sendKeys(Keys.ENTER);
            browser.awaitText("#legend", name);
            browser.find("#search").sendKeys(Keys.ESCAPE);
            browser.awaitText("#found", "67");
        }
        browser.find("#span button").click();
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
