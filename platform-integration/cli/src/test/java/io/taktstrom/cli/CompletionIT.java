package io.taktstrom.cli;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.taktstrom.testkit.peer.PeerProcess;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What a real bash and a real zsh make of the completion script, as if its key were pressed. */
class CompletionIT {

    private static final Path PACKAGING = Path.of("..", "packaging");
    private static final Path KEYS = Path.of("src", "test", "interop", "completion.zsh");

    @TempDir
    static Path share;

    /** As they are installed. */
    @BeforeAll
    static void write() throws Exception {
        Files.writeString(
                folder("bash-completion/completions").resolve("takt"),
                Ran.takt("completion").out());
        Files.copy(
                PACKAGING.resolve("zsh").resolve("_takt"),
                folder("zsh/site-functions").resolve("_takt"));
    }

    private static Path folder(String name) throws Exception {
        return Files.createDirectories(share.resolve(name));
    }

    private record Said(String out, String err) {}

    private static Said run(List<String> command) throws Exception {
        Path err = share.resolve("err");
        Process shell = new ProcessBuilder(command)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectError(err.toFile())
                .start();
        try {
            String out = new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(shell.waitFor(60, TimeUnit.SECONDS)).isTrue();
            return new Said(out, Files.readString(err, StandardCharsets.ISO_8859_1));
        } finally {
            shell.destroyForcibly();
        }
    }

    /** What bash offers for the last of these words. */
    private static List<String> offered(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                "bash",
                "-c",
                """
                . "$0"
                complete -p takt >&2
                COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
                _complete_takt
                printf '%s\\n' "${COMPREPLY[@]}"
                """,
                folder("bash-completion/completions").resolve("takt").toString()));
        command.addAll(Arrays.asList(words));
        Said said = run(command);
        assertThat(said.err()).contains("-F _complete_takt");
        return said.out().lines().map(String::strip).toList();
    }

    @ParameterizedTest
    @CsvSource({
        "takt sim, simulate",
        "takt simulate o, opcua",
        "takt run --sec, --seconds",
        "takt simulate ads --ams-n, --ams-net-id"
    })
    void bashOffersWhatBeginsSo(String typed, String wanted) throws Exception {
        assertThat(offered(typed.split(" "))).containsExactly(wanted);
    }

    @ParameterizedTest
    @CsvSource({"takt run deploy", "takt nothing"})
    void bashLeavesToFilesWhatIsNoWordOfOurs(String typed) throws Exception {
        assertThat(offered(typed.split(" "))).containsOnly("");
    }

    @ParameterizedTest
    @CsvSource({
        "takt sim, <simulate>",
        "takt simulate ads --ams-n, <simulate><ads><--ams-net-id>",
        "takt nothing, <nothing>"
    })
    void zshCompletesTheSame(String typed, String called) throws Exception {
        String zsh = PeerProcess.required("TAKT_ZSH", "a zsh");
        Said said = run(
                List.of(zsh, "-f", KEYS.toString(), folder("zsh/site-functions").toString(), typed));
        assertThat(said.out().strip()).as(said.err()).isEqualTo(called);
        assertThat(said.err()).doesNotContain("not found");
    }
}
