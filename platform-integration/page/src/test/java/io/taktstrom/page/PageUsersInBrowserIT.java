package io.taktstrom.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

import com.deque.html.axecore.selenium.AxeBuilder;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WindowType;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What users of each role see and do in a real browser. With {@code -Dtakt.images=DIR} it leaves pictures of each there. */
class PageUsersInBrowserIT extends InBrowser {

    private @Nullable PageUsers users;

    @Override
    Plant plant(Path folder) throws IOException {
        PageUsers made = new PageUsers(folder);
        users = made;
        return made.plant(Plant.press(40), null);
    }

    private String audit() throws IOException {
        return Files.readString(Objects.requireNonNull(users).audit());
    }

    /** Not logged in. */
    @BeforeEach
    @Override
    void open() {
        browser.resize(WIDTH, 900);
        browser.prefer("light");
        browser.driver().manage().deleteAllCookies();
        browser.driver().get(plant.page().address().toString());
        await().atMost(Browser.LONG).until(() -> browser.find("#login").isDisplayed());
        browser.complaints();
    }

    private void login(String name, String password) {
        for (String[] field : new String[][] {{"#login-name", name}, {"#login-password", password}}) {
            browser.find(field[0]).clear();
            browser.find(field[0]).sendKeys(field[1]);
        }
        browser.find("#login-password").sendKeys(Keys.ENTER);
    }

    private void loginAs(String role) {
        login(role, PageUsers.PASSWORD);
        browser.awaitText("#user-role", role);
        await().atMost(Browser.LONG)
                .until(() -> !browser.all("#grid .space .row:not([hidden]):not(.waits)")
                        .isEmpty());
        browser.awaitText("#accounting", "yes");
    }

    /** What the page itself does not offer, its server refuses; see {@link PageUsersIT}. */
    private boolean offersToWrite() {
        browser.search("press1.ram", "1 of 47");
        return browser.find("#row-0").findElement(By.cssSelector(".write")).isDisplayed();
    }

    private void assertThatNothingKeepsAnyoneOut() {
        for (String scheme : new String[] {"light", "dark"}) {
            browser.prefer(scheme);
            assertThat(new AxeBuilder().analyze(browser.driver()).getViolations())
                    .isEmpty();
        }
        browser.prefer("light");
    }

    private void picture(String name) throws IOException {
        String images = System.getProperty("takt.images", "");
        Path out = Files.createDirectories(images.isEmpty() ? folder : Path.of(images));
        browser.screenshot(out.resolve("users-" + name + ".png"));
        for (int width : new int[] {360, 720}) {
            browser.resize(width, 900);
            assertThat(browser.script("return document.documentElement.scrollWidth <= innerWidth"))
                    .as("%s on %s pixels", name, width)
                    .isEqualTo(true);
            assertThat(browser.script("const [name, user] = ['h1', '#user'].map(css => document.querySelector(css)"
                            + ".getBoundingClientRect()); return name.right <= user.left || name.bottom <= user.top"
                            + " || user.width === 0"))
                    .as("a name that nothing lies upon")
                    .isEqualTo(true);
            browser.screenshot(out.resolve("users-" + name + "-" + width + ".png"));
        }
        browser.resize(WIDTH, 900);
    }

    @Test
    void withoutALoginThereIsNothingToSeeAndAWrongPasswordIsToldSo() throws IOException {
        assertThat(browser.active()).isEqualTo("login-name");
        assertThat(browser.find("main").isDisplayed()).isFalse();
        assertThat(browser.text("#title")).isEmpty();
        assertThat(browser.complaints()).isEmpty();
        assertThatNothingKeepsAnyoneOut();
        picture("login");
        login("viewer", "a wrong password");
        browser.awaitText("#login .result", "wrong name or password");
        assertThat(browser.find("main").isDisplayed()).isFalse();
        assertThatNothingKeepsAnyoneOut();
        login("viewer", PageUsers.PASSWORD);
        browser.awaitText("#user-role", "viewer");
    }

    @Test
    void aViewerSeesAllAndIsOfferedNeitherWritingNorReloading() throws IOException {
        loginAs("viewer");
        assertThat(offersToWrite()).isFalse();
        browser.find("#search").sendKeys(Keys.ENTER);
        browser.find(".scroll").sendKeys("w");
        assertThat(browser.find("#write").isDisplayed()).isFalse();
        assertThat(browser.find("#reload").isDisplayed()).isFalse();
        assertThat(browser.script("return document.cookie"))
                .as("what scripts see")
                .isEqualTo("");
        assertThatNothingKeepsAnyoneOut();
        picture("viewer");
    }

    @Test
    void anOperatorWritesWithoutATokenAndDoesNotReload() throws IOException {
        loginAs("operator");
        assertThat(offersToWrite()).isTrue();
        browser.find("#row-0 .write").click();
        assertThat(browser.all("#write-token")).isEmpty();
        browser.find("#write-value").sendKeys("44.5", Keys.ENTER);
        browser.awaitText("#write .result", "done");
        picture("operator");
        browser.find("#write .quiet").click();
        browser.awaitText("#grid .space", "44.5");
        assertThat(browser.find("#reload").isDisplayed()).isFalse();
        assertThat(audit()).contains("\"sender\":\"operator at ");
    }

    @Test
    void anAdministratorReloadsAndSeesWhatCameOfIt() throws IOException {
        loginAs("admin");
        assertThat(offersToWrite()).isTrue();
        browser.find("#reload").click();
        browser.awaitText("#told", "reloaded for the ");
        assertThatNothingKeepsAnyoneOut();
        picture("admin");
        await().atMost(Browser.LONG).untilAsserted(() -> assertThat(audit()).contains("\"event\":\"reload\""));
    }

    @Test
    void aLogoutLeadsBackToTheLoginHereAndInOtherTabs() {
        loginAs("viewer");
        String first = browser.driver().getWindowHandle();
        browser.driver().switchTo().newWindow(WindowType.TAB);
        String second = browser.driver().getWindowHandle();
        try {
            browser.driver().get(plant.page().address().toString());
            browser.awaitText("#user-role", "viewer");
            browser.driver().switchTo().window(first);
            browser.find("#logout").click();
            await().atMost(Browser.LONG).until(() -> browser.find("#login").isDisplayed());
            browser.driver().switchTo().window(second);
            await().atMost(Browser.LONG).until(() -> browser.find("#login").isDisplayed());
            assertThat(browser.find("main").isDisplayed()).isFalse();
        } finally {
            browser.driver().switchTo().window(second).close();
            browser.driver().switchTo().window(first);
        }
    }
}
