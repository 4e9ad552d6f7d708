package io.taktstrom.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.logging.Level;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.testkit.peer.PeerProcess;
import org.openqa.selenium.By;
import org.openqa.selenium.Dimension;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A headless Chromium of this system's packages. {@code TAKT_CHROMIUM} names it; its driver is beside it. */
final class Browser implements AutoCloseable {

    static final Duration LONG = Duration.ofSeconds(60);

    private static final Pattern REQUESTED = Pattern.compile("\"url\":\"(http[^\"]*|ws[^\"]*)\"");

    private final ChromeDriver driver;

    Browser(int width, int height) {
        String program = PeerProcess.required("TAKT_CHROMIUM", "the browser Chromium, with chromedriver beside it");
        LoggingPreferences logs = new LoggingPreferences();
        logs.enable(LogType.PERFORMANCE, Level.ALL);
        logs.enable(LogType.BROWSER, Level.ALL);
        ChromeOptions options = new ChromeOptions();
        options.setBinary(program);
        options.addArguments(
                "--headless=new",
                // As root, in a container: there is no other page in this browser.
                "--no-sandbox",
                "--disable-dev-shm-usage",
                "--disable-gpu",
                // Of the tests' own authority.
                "--ignore-certificate-errors",
                "--hide-scrollbars",
                // Without a graphics card each picture of what moves costs the processor dear.
                "--force-prefers-reduced-motion",
                "--window-size=" + width + "," + height);
        options.setCapability("goog:loggingPrefs", logs);
        ChromeDriverService service = new ChromeDriverService.Builder()
                .usingDriverExecutable(
                        Path.of(program).resolveSibling("chromedriver").toFile())
                .usingAnyFreePort()
                .build();
        driver = new ChromeDriver(service, options);
    }

    ChromeDriver driver() {
        return driver;
    }

    /** As wide and high as a page is to be, whatever the window around it takes. */
    void resize(int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        driver.manage().window().setSize(new Dimension(width, height));
    }

    /** What the system asks for. */
    void prefer(String scheme) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    /** A system that wants no motion, or any. */
    void preferReducedMotion(boolean reduced) {
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(Map.of(
                                "name", "prefers-reduced-motion", "value", reduced ? "reduce" : "no-preference"))));
    }

    /** A page that is opened for the first time: nothing is left of an earlier one. */
    void visit(Plant plant) {
        String address = plant.page().address().toString();
        driver.get("about:blank");
        driver.executeCdpCommand(
                "Storage.clearDataForOrigin", Map.of("origin", address, "storageTypes", "local_storage"));
        driver.get(address);
        await().atMost(LONG)
                .until(() -> !all("#grid .space .row:not([hidden]):not(.waits)").isEmpty());
    }

    /** Searches, and waits until so much is found. */
    void search(String text, String found) {
        WebElement search = find("#search");
        search.sendKeys(Keys.ESCAPE);
        await().atMost(LONG).until(() -> !text("#found").contains(" of "));
        search.sendKeys(text);
        awaitText("#found", found);
    }

    /** Plots the first row that a search finds. */
    void plotFirst(String text, String found) {
        search(text, found);
        find("#search").sendKeys(Keys.ENTER);
        find(".scroll").sendKeys(Keys.ENTER);
        awaitText("#legend", text);
    }

    /** The id of what has the focus, else its role, else its tag. */
    String active() {
        return String.valueOf(
                script(
                        "return document.activeElement.id || document.activeElement.getAttribute('role') || document.activeElement.tagName"));
    }

    void press(CharSequence... keys) {
        driver.switchTo().activeElement().sendKeys(keys);
    }

    /** Bytes of the page's scripts, without what is garbage. */
    double heapBytes() {
        driver.executeCdpCommand("HeapProfiler.collectGarbage", Map.of());
        Map<String, Object> usage = driver.executeCdpCommand("Runtime.getHeapUsage", Map.of());
        return ((Number) Objects.requireNonNull(usage.get("usedSize"))).doubleValue();
    }

    WebElement find(String css) {
        return driver.findElement(By.cssSelector(css));
    }

    List<WebElement> all(String css) {
        return driver.findElements(By.cssSelector(css));
    }

    Object script(String code, Object... arguments) {
        return driver.executeScript(code, arguments);
    }

    /** What is there as text, also where it cannot be seen. */
    String text(String css) {
        Object text = script("return document.querySelector(arguments[0])?.textContent ?? ''", css);
        return text == null ? "" : text.toString();
    }

    void awaitText(String css, String part) {
        await().atMost(LONG).untilAsserted(() -> assertThat(text(css)).contains(part));
    }

    /** Every address that was asked for since the last call. */
    List<String> requests() {
        List<String> requests = new ArrayList<>();
        for (LogEntry entry : driver.manage().logs().get(LogType.PERFORMANCE)) {
            if (entry.getMessage().contains("Network.requestWillBeSent\"")) {
                Matcher matcher = REQUESTED.matcher(entry.getMessage());
                while (matcher.find()) {
                    requests.add(matcher.group(1));
                }
            }
        }
        return requests;
    }

    /** What went wrong in the page. */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .toList();
    }

    void screenshot(Path file) throws IOException {
        Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    }

    @Override
    public void close() {
        driver.quit();
    }
}
