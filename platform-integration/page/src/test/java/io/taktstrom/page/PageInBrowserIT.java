package io.taktstrom.page;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import com.deque.html.axecore.results.Results;
import com.deque.html.axecore.results.Rule;
import com.deque.html.axecore.selenium.AxeBuilder;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.model.ArrayType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What there is to see on the page in a real browser, and how it is reached. */
class PageInBrowserIT extends InBrowser {

    private static final String HOSTILE_NAME = "<img src=x onerror=document.title='hacked'>\u202egnp.exe\u001b[2J";
    private static final String HOSTILE_VALUE = "<script>document.title='hacked'</script>" + "x".repeat(10_000);

    private static List<PointConfig> points() {
        List<PointConfig> points = new ArrayList<>();
        points.add(Plant.point("press1.sensor", "bad.sensor", null, "bar", Map.of()));
        points.add(Plant.point("press1.text", HOSTILE_VALUE, StringType.string(12_000), "", Map.of()));
        points.add(Plant.point(HOSTILE_NAME, "hostile", null, "", Map.of("label", "<b>bold</b>")));
        points.add(Plant.point("n".repeat(10_000), "long", null, "", Map.of()));
        points.add(Plant.point(
                "press1.profile", "profile", ArrayType.of(ScalarType.LREAL, 3), "mm", Map.of("kind", "shape")));
        points.addAll(Plant.press(59));
        return points;
    }

    @Override
    Plant plant(Path folder) throws IOException {
        return Plant.writable(folder, Duration.ofMillis(10), points(), 0);
    }

    @Test
    void allThatThereIsToSeeIsThere() {
        browser.awaitText("#title", "plant.yaml");
        browser.awaitText("#count", "71");
        browser.awaitText("#flow", "press1");
        browser.awaitText("#flow", "Scan classes");
        browser.awaitText("#accounting", "yes");
        browser.awaitText("#timing", "between batches");
        browser.awaitText("#reasons", "1 of 71 points is Bad");
        browser.awaitText("#state", "DEGRADED \u00b7 2 need attention");
        browser.awaitText("#last", " s");
        browser.awaitText("#oldest", " s");
        assertThat(browser.text("#lost-samples")).isEqualTo("0");
        assertThatTheHeaderIsOneLine();
        browser.awaitText("#events", "is connected");
        assertThat(browser.complaints()).isEmpty();
    }

    private void assertThatTheHeaderIsOneLine() {
        assertThat(browser.script("const [name, theme] = ['h1', '#theme'].map(css => document.querySelector(css)"
                        + ".getBoundingClientRect()); return name.top < theme.bottom && theme.top < name.bottom"))
                .as("the button beside the name")
                .isEqualTo(true);
    }

    @Test
    void onlyTheRowsThatCanBeSeenAreThere() {
        browser.awaitText("#found", "71");
        assertThat(browser.all("#grid .space .row")).hasSizeLessThan(45);
        browser.script("document.querySelector('.scroll').scrollTop = 1e6");
        browser.awaitText("#grid .space", "press1.axis58.position");
    }

    @Test
    void aSearchFindsPointsByNameAndLabelAndSaysHowMany() {
        WebElement search = browser.find("#search");
        search.sendKeys("kind=temperature");
        browser.awaitText("#found", "2 of 71");
        search.sendKeys(Keys.ESCAPE);
        browser.awaitText("#found", "71");
        assertThat(browser.active()).isEqualTo("grid");
        browser.search("is=bad", "1 of 71");
        browser.awaitText("#grid .space", "Bad_DeviceFailure");
    }

    @ParameterizedTest(name = "{0}")
    @ValueSource(
            strings = {
                "if (++calls === 1) await new Promise((later) => setTimeout(later, 1500));",
                "if (window.isCut) { window.isCut = false; throw new TypeError('the network is gone'); }",
            })
    void aRequestForRowsThatIsLateOrLostLeavesNoTableWithoutThem(String trouble) {
        String before = "const real = window.fetch; let calls = 0; window.fetch = async (...request) => {" + trouble
                + " return real(...request); };";
        Object script = browser.driver()
                .executeCdpCommand("Page.addScriptToEvaluateOnNewDocument", Map.of("source", before))
                .get("identifier");
        try {
            browser.visit(plant);
            browser.script("window.isCut = true; document.querySelector('.scroll').scrollTop = 1e6");
            browser.awaitText("#grid .space", "press1.axis58.position");
            // By then the late one has come.
            await().during(Duration.ofSeconds(3))
                    .atMost(Browser.LONG)
                    .until(() -> browser.text("#grid .space").contains("press1.axis58.position"));
        } finally {
            browser.driver()
                    .executeCdpCommand(
                            "Page.removeScriptToEvaluateOnNewDocument",
                            Map.of("identifier", Objects.requireNonNull(script)));
        }
    }

    @Test
    void everythingCanBeReachedByTheKeyboard() {
        browser.find("body").sendKeys("/");
        assertThat(browser.active()).isEqualTo("search");
        browser.press("press1.o");
        browser.awaitText("#found", "1 of 71");
        browser.press(Keys.ENTER);
        assertThat(browser.active()).isEqualTo("grid");
        await().atMost(Browser.LONG)
                .until(() -> "row-0".equals(browser.find(".scroll").getAttribute("aria-activedescendant")));
        browser.press(Keys.ENTER);
        browser.awaitText("#legend", "press1.oil");
        await().atMost(Browser.LONG).until(() -> !browser.all("#plot canvas").isEmpty());
        browser.press(Keys.SPACE);
        await().atMost(Browser.LONG).until(() -> browser.all("#legend li").isEmpty());
        browser.script("document.querySelector('.skip').focus()");
        List<String> reached = new ArrayList<>();
        for (int i = 0; i < 40 && !reached.contains("timing"); i++) {
            browser.press(Keys.TAB);
            reached.add(browser.active());
            assertThat(browser.script("const s = getComputedStyle(document.activeElement);"
                            + "return s.outlineStyle !== 'none' || document.activeElement.classList.contains('node')"
                            + " || document.activeElement === document.body"))
                    .as("the focus on %s can be seen", browser.active())
                    .isEqualTo(true);
        }
        assertThat(reached).contains("theme", "flow", "button", "search", "grid", "accounting", "timing", "events");
    }

    @Test
    void arrowsMoveThroughAllRowsAndTheFocusedOneCanBeSeen() {
        browser.find(".scroll").sendKeys(Keys.END);
        await().atMost(Browser.LONG)
                .until(() -> "row-70".equals(browser.find(".scroll").getAttribute("aria-activedescendant")));
        browser.awaitText("#row-70", "press1.axis58.position");
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
        browser.awaitText("#accounting", "yes");
        assertThat(browser.requests())
                .isNotEmpty()
                .allSatisfy(
                        url -> assertThat(url).startsWith(plant.page().address().toString()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"light", "dark"})
    void axeFindsNothingThatKeepsAnybodyOut(String scheme) {
        browser.prefer(scheme);
        browser.awaitText("#accounting", "yes");
        browser.plotFirst("press1.force", "1 of 71");
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
        browser.script("dispatchEvent(new Event('beforeprint'))");
        assertThat(browser.script("return document.documentElement.dataset.theme"))
                .as("on paper")
                .isEqualTo("light");
        browser.script("dispatchEvent(new Event('afterprint'))");
        assertThat(browser.script("return document.documentElement.dataset.theme"))
                .isEqualTo("dark");
    }

    @ParameterizedTest
    @ValueSource(ints = {360, 720, 1920})
    void onScreensNarrowAndWideAndMagnifiedNothingIsCutOff(int width) {
        // 720 is what a screen of 1440 has left when it is magnified twice.
        browser.resize(width, 900);
        browser.awaitText("#accounting", "yes");
        browser.search("press1.", "69 of 71");
        assertThat(browser.script("return document.documentElement.scrollWidth <= innerWidth"))
                .isEqualTo(true);
        assertThat(browser.script("const cells = [...document.querySelectorAll('.row:not([hidden]) .c2 bdi')]"
                        + ".filter(cell => /^-?[0-9.]+$/.test(cell.textContent));"
                        + "return cells.length > 5 && cells.every(cell =>"
                        + " cell.getBoundingClientRect().left >= cell.parentElement.getBoundingClientRect().left)"))
                .as("numbers that can be read whole")
                .isEqualTo(true);
        assertThat(browser.find("#search").isDisplayed()).isTrue();
        assertThat(
                        browser.script(
                                "const [header, row] = document.querySelectorAll('.row:not([hidden])');"
                                        + "return [...row.children].every((cell, i) =>"
                                        + " Math.abs(cell.getBoundingClientRect().left - header.children[i].getBoundingClientRect().left) < 1)"))
                .as("headings over their columns")
                .isEqualTo(true);
        assertThatTheHeaderIsOneLine();
        assertThat(browser.script("const [name, state] = ['h1', '#state'].map(css => document.querySelector(css)"
                        + ".getBoundingClientRect()); return name.right <= state.left || name.bottom <= state.top"))
                .as("a name that nothing lies upon")
                .isEqualTo(true);
        assertThat(browser.script(
                        "const box = document.getElementById('flow');" + "return box.scrollWidth <= box.clientWidth"))
                .as("the picture of one device fits any screen")
                .isEqualTo(true);
    }

    /** Draws nodes of these names in a box; of each, whether all of its text is within its own, and the name that it shows. */
    private static final String NODES = """
            const [names, done] = arguments;
            import('/app/flow.js').then(({ flow }) => {
              const box = document.body.appendChild(document.createElement('div'));
              flow(box, () => {}).show({
                nodes: names.map((name, i) =>
                  ({ id: `d:${i}`, column: 'device', name, condition: 'UP', text: `${name} · ${name}`, detail: '' })),
                edges: [], hidden: {},
              });
              const shown = [...box.querySelectorAll('.node')].map((node) =>
                [[...node.querySelectorAll('text')].every((text) =>
                  text.getBoundingClientRect().right <= node.querySelector('rect').getBoundingClientRect().right)
                  + ' ' + node.querySelector('.name').textContent].join());
              box.remove();
              done(shown);
            });
            """;

    @Test
    void aNameOfWhateverScriptStaysInItsBoxAndIsCutBetweenCharacters() {
        List<String> characters = List.of("W", "\u4e3b", "\ud83d\udd27");
        List<?> shown = (List<?>) Objects.requireNonNull(browser.driver()
                .executeAsyncScript(
                        NODES, characters.stream().map(one -> one.repeat(100)).toList()));
        for (int i = 0; i < characters.size(); i++) {
            assertThat(shown.get(i).toString()).matches("true (" + characters.get(i) + ")+\u2026");
        }
    }

    private static final String TICKS = """
            const [axes, done] = arguments;
            import('/app/words.js').then(({ ticks }) =>
              done(axes.map(([first, step]) => ticks([0, 1, 2].map((i) => first + i * step), step).join(' '))));
            """;

    @Test
    void anAxisHasAsManyDigitsAsTellItsTicksApartInTheLanguageOfThePage() {
        double[][] axes = {{1000, 250}, {-2.5, 2.5}, {0.994, 0.002}, {5e5, 5e5}, {7.5e-10, 2.5e-10}, {1e18, 1e17}};
        assertThat(browser.driver().executeAsyncScript(TICKS, List.of(axes)))
                .isEqualTo(List.of(
                        "1,000 1,250 1,500",
                        "-2.5 0.0 2.5",
                        "0.994 0.996 0.998",
                        "500,000 1,000,000 1,500,000",
                        "7.5e-10 1e-9 1.25e-9",
                        "1e18 1.1e18 1.2e18"));
    }

    @Test
    void whoWantsNoMotionGetsNone() {
        String motion = "return getComputedStyle(document.querySelector('.pulse')).animationName";
        browser.awaitText("#flow", "/s");
        browser.preferReducedMotion(false);
        assertThat(browser.script(motion)).isEqualTo("pulse");
        browser.preferReducedMotion(true);
        assertThat(browser.script(motion)).isEqualTo("none");
    }

    @Test
    void aSearchThatFindsNothingSaysSoAndLeadsBack() {
        browser.search("no such point", "0 of 71");
        browser.awaitText(".nothing", "No point matches the search.");
        browser.find(".nothing button").click();
        browser.awaitText("#found", "71");
        await().atMost(Browser.LONG).until(() -> !browser.find(".nothing").isDisplayed());
    }

    @Test
    void eightPointsArePlottedAndTheNinthIsToldWhyItIsNot() {
        browser.search("axis", "59 of 71");
        browser.find(".scroll").sendKeys(Keys.HOME, Keys.ENTER);
        for (int i = 1; i < 9; i++) {
            browser.find(".scroll").sendKeys(Keys.ARROW_DOWN, Keys.ENTER);
        }
        browser.awaitText("#plot-hint", "8 points at most");
        await().atMost(Browser.LONG).until(() -> browser.all("#legend li").size() == 8);
        browser.find("#legend li button").click();
        await().atMost(Browser.LONG).until(() -> browser.all("#legend li").size() == 7);
        assertThat(browser.text("#plot-hint")).isEmpty();
    }

    @Test
    void aPageInTheBackgroundRestsAndItsTabSaysSo() {
        String hide = "Object.defineProperty(document, 'hidden', { value: arguments[0], configurable: true });"
                + "document.dispatchEvent(new Event('visibilitychange'))";
        browser.script(hide, true);
        await().atMost(Browser.LONG).until(() -> browser.driver().getTitle().equals("Paused \u2013 plant.yaml"));
        await().atMost(Browser.LONG).until(() -> plant.page().viewers().all().isEmpty());
        browser.script(hide, false);
        await().atMost(Browser.LONG).until(() -> browser.driver().getTitle().startsWith("! plant.yaml"));
    }

    @Test
    void theLegendSaysBetweenWhichValuesEachLineRuns() {
        browser.plotFirst("press1.force", "1 of 71");
        browser.awaitText("#legend .range", " to ");
        browser.awaitText("#legend .now", " kN");
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
            browser.awaitText("#accounting", "yes");
            assertThat(large.accounting().isBalanced()).isTrue();
        }
    }
}
