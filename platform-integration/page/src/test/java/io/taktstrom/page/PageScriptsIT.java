package io.taktstrom.page;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.taktstrom.testkit.peer.PeerProcess;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The page's scripts, as ESLint sees them: also what no test in a browser happens to run. */
class PageScriptsIT {

    private static final Path SCRIPTS = Path.of("src", "main", "resources", "io", "taktstrom", "page", "app");
    private static final Path LINTER = Path.of("src", "test", "interop", "node");

    /** What it says of the files in a folder; nothing of those that are well. */
    private static String complaints(Path folder) throws IOException, InterruptedException {
        String node = PeerProcess.required("TAKT_NODE", "a Node.js, with eslint beside its configuration");
        Path program =
                LINTER.resolve("node_modules").resolve("eslint").resolve("bin").resolve("eslint.js");
        try (PeerProcess eslint = PeerProcess.start(List.of(
                node,
                program.toString(),
                "--config",
                LINTER.resolve("eslint.config.mjs").toString(),
                "--max-warnings=0",
                folder.toString()))) {
            String said = eslint.outputUntilItsEnd();
            assertThat(eslint.process().exitValue()).as(said).isEqualTo(said.isEmpty() ? 0 : 1);
            return said;
        }
    }

    @Test
    void noScriptOfThePageHasAMistake() throws Exception {
        assertThat(complaints(SCRIPTS)).isEmpty();
    }

    @Test
    void aNameThatIsNowhereAnUnusedOneAndMarkupOfTextAreMistakes() throws Exception {
        Path folder = Files.createTempDirectory(Path.of("target"), "scripts");
        Files.writeString(folder.resolve("wrong.js"), """
                import { used, unused } from './other.js';
                export function show(box, text) {
                  box.innerHTML = text;
                  used(nowhere);
                }
                """);
        assertThat(complaints(folder)).contains("'nowhere' is not defined", "'unused' is defined", "Markup must not");
        Files.writeString(folder.resolve("wrong.js"), "export const half = {;");
        assertThat(complaints(folder)).contains("Parsing error");
    }
}
