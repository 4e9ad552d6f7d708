package io.taktstrom.cli;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What a real bash makes of the completion script, as if somebody pressed the key for it. */
class CompletionIT {

    @TempDir
    static Path folder;

    @BeforeAll
    static void write() throws Exception {
        Files.writeString(folder.resolve("takt"), Ran.takt("completion").out());
    }

    /** What bash offers for the last of these words. */
    private static List<String> offered(String... words) throws Exception {
        List<String> command = new ArrayList<>(List.of("bash", "-c", """
                . ./takt
                complete -p takt >&2
                COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMP_LINE="$*" COMP_POINT=${#COMP_LINE}
                _complete_takt
                printf '%s\\n' "${COMPREPLY[@]}"
                """, "bash"));
        command.addAll(Arrays.asList(words));
        Path err = folder.resolve("err");
        Process bash = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(err.toFile())
                .start();
        try {
            String out = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(bash.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(Files.readString(err)).contains("-F _complete_takt");
            return out.lines().map(String::strip).toList();
        } finally {
            bash.destroyForcibly();
        }
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
}
