package io.taktstrom.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * takt.cmd by its text: the traps of its language by rules, and what it makes of a Java's version by its own words for that. {@code
 * WindowsLauncherSuite} runs it, and {@code LauncherIT} the launcher for Linux, with the same cases.
 */
class WindowsLauncherTest {

    /** What may hold blanks, parentheses and ampersands. */
    private static final Pattern PATHS = Pattern.compile("%(JAR|JAVA_HOME|PATH|~dp0)");

    private static final Pattern TAKEN_APART =
            Pattern.compile("for /f \"tokens=([\\d,]+)(?: delims=([^\"]*))?\" %%a in \\((.*?)\\) do (.*)");

    private final String text = read();
    private final List<String> lines =
            text.lines().filter(line -> !line.startsWith("rem ")).toList();

    private static String read() {
        try {
            return Files.readString(Path.of("..", "packaging", "bin", "takt.cmd"), StandardCharsets.US_ASCII);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void everyLineEndsAsWindowsWantsIt() {
        assertThat(text).endsWith("\r\n");
        assertThat(text.replace("\r\n", "")).doesNotContain("\r", "\n");
    }

    @Test
    void pathsStandInQuotesSoThatNoSignInThemIsACommand() {
        for (String all : lines) {
            // Takes quotes away: the one place where one stands alone.
            String line = all.replace(":\"=", "");
            assertThat(line.chars().filter(c -> c == '"').count() % 2).as(line).isZero();
            String[] parts = line.split("\"", -1);
            for (int i = 0; i < parts.length; i += 2) {
                assertThat(PATHS.matcher(parts[i]).find()).as(line).isFalse();
            }
        }
    }

    /** A block of several lines is read at once: what a variable holds may end it. */
    @Test
    void noBlockGoesOverSeveralLines() {
        assertThat(lines).allMatch(line -> count(line, '(') == count(line, ')'));
    }

    private static long count(String line, char sign) {
        return line.chars().filter(c -> c == sign).count();
    }

    @Test
    void everyRefusalIsToldOnTheErrorStreamAndEndsWithOne() {
        List<String> targets = Pattern.compile("goto (\\w+)")
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(targets).hasSizeGreaterThan(3).doesNotHaveDuplicates();
        for (String target : targets) {
            assertThat(text).containsPattern("\r\n:" + target + "\r\necho takt: [^\r]* 1>&2\r\nexit /b 1\r\n");
        }
        assertThat(text).contains("Java 17 or newer is needed and not found", "and there is no Java 17 or newer there");
    }

    @Test
    void takesTheSameOptionsAsOnLinuxAndEndsAsJavaEnds() {
        assertThat(lines.get(1)).isEqualTo("setlocal EnableExtensions DisableDelayedExpansion");
        assertThat(text)
                .contains(
                        "java.exe %QUICK% %TAKT_JAVA_OPTS% -Djdk.serialFilter=!* -jar \"%JAR%\" %*\r\nexit /b %ERRORLEVEL%\r\n");
    }

    static List<LauncherCase> versions() {
        return LauncherCase.VERSIONS;
    }

    @ParameterizedTest
    @MethodSource("versions")
    void aJavaIsTakenFromVersion17On(LauncherCase of) {
        int at = lines.indexOf("set \"VERSION=\"") + 1;
        String version = Stream.of(
                        "Picked up JAVA_TOOL_OPTIONS: -Xmx1g",
                        "openjdk version \"" + of.version() + "\" 2025-04-15",
                        "OpenJDK Runtime Environment (build 17.0.15+6)")
                .map(line -> tokens(at, "if \"%%a\"==\"version\" if not defined VERSION set \"VERSION=%%~b\"", line))
                .filter(pair -> pair.get(0).equals("version"))
                .findFirst()
                .orElseThrow()
                .get(1)
                .replace("\"", "");

        String first = tokens(at + 4, "set \"MAJOR=%%a\"", version).get(0);
        String second = tokens(at + 5, "if \"%MAJOR%\"==\"1\" set \"MAJOR=%%a\"", version)
                .get(0);
        assertThat(lines.get(at + 6)).isEqualTo("if %MAJOR% LSS 17 goto old_java");
        assertThat(Integer.parseInt(first.equals("1") ? second : first) >= 17).isEqualTo(of.isNewEnough());
    }

    /** As {@code for /f} does: delimiters that follow each other count as one; what is not there is empty. */
    private List<String> tokens(int at, String then, String of) {
        Matcher rule = TAKEN_APART.matcher(lines.get(at));
        assertThat(rule.matches()).as(lines.get(at)).isTrue();
        assertThat(rule.group(4)).isEqualTo(then);
        String delimiters = rule.group(2) == null ? " \t" : rule.group(2);
        List<String> all = Stream.of(of.split("[" + Pattern.quote(delimiters) + "]+", -1))
                .filter(token -> !token.isEmpty())
                .toList();
        return Stream.of(rule.group(1).split(",", -1))
                .map(Integer::parseInt)
                .map(number -> number <= all.size() ? all.get(number - 1) : "")
                .toList();
    }
}
