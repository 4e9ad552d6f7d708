package io.taktstrom.cli;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** The native ADS backends in the packaged jar, as far as they go without a library. */
class NativeBackendsIT {

    private static final String PLC = "ads://127.0.0.1:48898/1.2.3.4.5.6:851?library=/nowhere/AdsLib.so&backend=";

    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(strings = {"jna", "jni"})
    void eachIsThereAndMissesNothingButItsLibrary(String backend) throws Exception {
        try (TaktProcess takt = TaktProcess.start(directory, "read", PLC + backend, "MAIN.x")) {
            assertThat(takt.code()).isNotZero();
            assertThat(takt.err()).contains("/nowhere/AdsLib.so: file not found");
        }
    }

    /** The build has it where there is a JDK that is new enough. */
    @Test
    void foreignFunctionsAreThereForAJavaThatHasThemAndAnOlderOneSaysWhatItTakes() throws Exception {
        String newer = System.getenv("TAKT_FFM_JAVA");
        if (Runtime.version().feature() < 22) {
            try (TaktProcess takt = TaktProcess.start(directory, "read", PLC + "ffm", "MAIN.x")) {
                assertThat(takt.code()).isNotZero();
                assertThat(takt.err())
                        .contains("backend ffm needs Java 22 or newer, and this is Java "
                                + System.getProperty("java.version"));
            }
        }
        if (newer != null) {
            List<String> withIt = List.of("sh", "-c", "shift; exec '" + newer + "/bin/java' \"$@\"", "newer");
            try (TaktProcess takt = TaktProcess.start(directory, withIt, "read", PLC + "ffm", "MAIN.x")) {
                assertThat(takt.code()).isNotZero();
                assertThat(takt.err())
                        .contains("/nowhere/AdsLib.so: file not found")
                        .doesNotContain("WARNING");
            }
        }
    }
}
