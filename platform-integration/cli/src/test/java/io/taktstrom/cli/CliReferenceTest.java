package io.taktstrom.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The reference page shows the help of every command. {@code -Dtakt.docs=write} rewrites it. */
class CliReferenceTest {

    private static final Path PAGE = Path.of("../../docs/reference/cli.md");
    private static final String MARKER = "<!-- From here on CliReferenceTest writes. -->\n";

    @Test
    void theReferencePageShowsTheHelpOfEveryCommand() throws IOException {
        String page = Files.readString(PAGE);
        assertThat(page).contains(MARKER);
        String wanted = page.substring(0, page.indexOf(MARKER) + MARKER.length()) + Pages.sections();
        if ("write".equals(System.getProperty("takt.docs"))) {
            Files.writeString(PAGE, wanted);
        }
        assertThat(Files.readString(PAGE))
                .as("docs/reference/cli.md is not up to date: run this test with -Dtakt.docs=write")
                .isEqualTo(wanted);
    }
}
