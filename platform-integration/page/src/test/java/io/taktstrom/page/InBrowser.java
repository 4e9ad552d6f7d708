package io.taktstrom.page;

import java.io.IOException;
import java.nio.file.Path;

import io.taktstrom.testkit.OnceForAll;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** Tests of one plant's page in a browser, which all classes of them share: it takes seconds to start. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class InBrowser {

    static final int WIDTH = 1440;
    private static final int HEIGHT = 1300;

    @RegisterExtension
    static final OnceForAll<Browser> BROWSER = new OnceForAll<>(Browser.class, () -> new Browser(WIDTH, HEIGHT));

    Path folder;
    Browser browser;
    Plant plant;

    /** Starts the plant that most tests look at. */
    abstract Plant plant(Path folder) throws IOException;

    @BeforeAll
    void start(@TempDir Path own) throws IOException {
        folder = own;
        browser = BROWSER.get();
        plant = plant(own);
    }

    @AfterAll
    void stop() {
        if (plant != null) {
            assertThat(plant.troubles()).isEmpty();
            plant.close();
        }
    }

    @BeforeEach
    void open() {
        browser.resize(WIDTH, HEIGHT);
        browser.prefer("light");
        browser.complaints();
        browser.visit(plant);
    }
}
