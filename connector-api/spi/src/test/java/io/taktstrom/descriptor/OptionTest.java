package io.taktstrom.descriptor;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.taktstrom.model.Endpoint;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OptionTest {

    private static Endpoint endpoint(String name, String value) {
        return new Endpoint("ads", "plc", 48_898, Map.of(name, value));
    }

    @Test
    void eachKindReadsItsValues() {
        assertThat(Option.whole("port", 1, 10, 5, "A port.").of(endpoint("port", "10")))
                .isEqualTo(10);
        assertThat(Option.flag("secure", false, "Whether.").of(endpoint("secure", "true")))
                .isTrue();
        assertThat(Option.choice("backend", List.of("java", "jna"), "java", "Which.")
                        .of(endpoint("backend", "jna")))
                .isEqualTo("jna");
        assertThat(Option.time("wait", Duration.ZERO, Duration.ofHours(1), Duration.ofSeconds(1), "How long.")
                        .of(endpoint("wait", "1.5s")))
                .isEqualTo(Duration.ofMillis(1500));
        assertThat(Option.text("id", new OptionType.Text("[0-9.]+", "digits and dots"), null, "An id.")
                        .of(endpoint("id", "5.1")))
                .isEqualTo("5.1");
    }

    @Test
    void wordsAreSeparatedByCommasAndNoneIsThereTwice() {
        Option<List<String>> option = Option.words("x", List.of("value", "unit"), "value", "Which.");
        assertThat(option.of(endpoint("x", "unit,  value"))).containsExactly("unit", "value");
        assertThat(option.of(endpoint("other", ""))).containsExactly("value");
        assertWrong(option, "unti", "option x: 'unti' is not one of value, unit; did you mean 'unit'?");
        assertWrong(option, "unit,unit", "'unit,unit' has a word twice");
        assertWrong(option, "", "'' is not one of value, unit");
    }

    @Test
    void aFormReadsItsValueItself() {
        Option<Integer> option = new Option<>(
                "twice", new OptionType.Form<>("half a number", text -> 2 * Integer.parseInt(text)), "4", false, "");
        assertThat(option.of(endpoint("twice", "21"))).isEqualTo(42);
        assertThat(option.of(endpoint("other", ""))).isEqualTo(8);
    }

    @Test
    void whatIsNotGivenIsTheDefault() {
        Option<Integer> option = Option.whole("port", 1, 10, 5, "A port.");
        assertThat(option.of(endpoint("other", "x"))).isEqualTo(5);
        assertThat(option.required()).isFalse();
    }

    @Test
    void aRequiredOptionIsAskedForWithItsDescription() {
        Option<Integer> option = Option.whole("amsPort", 1, 65_535, null, "The AMS port of the runtime.");
        assertThat(option.required()).isTrue();
        assertThatThrownBy(() -> option.of(endpoint("other", "x")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("ads://plc:48898 needs the option amsPort: The AMS port of the runtime.");
    }

    @Test
    void aWrongValueIsShownWithWhatWouldBeRight() {
        assertWrong(
                Option.whole("x", 1, 10, 5, ""),
                "11",
                "ads://plc:48898, option x: '11' is not a whole number, 1 to 10");
        assertWrong(Option.whole("x", 1, 10, 5, ""), "five", "'five' is not a whole number, 1 to 10");
        assertWrong(Option.whole("x", 1, 10, 5, ""), "99999999999", "is not a whole number, 1 to 10");
        assertWrong(Option.flag("x", true, ""), "yes", "'yes' is not true or false");
        assertWrong(Option.choice("x", List.of("a", "b"), "a", ""), "c", "'c' is not one of a, b");
        assertWrong(
                Option.choice("x", List.of("java", "plc4j"), "java", ""),
                "plcj4",
                "'plcj4' is not one of java, plc4j; did you mean 'plc4j'?");
        Option<Duration> time =
                Option.time("x", Duration.ofMillis(1), Duration.ofSeconds(2), Duration.ofSeconds(1), "");
        assertWrong(time, "3s", "'3s' is not a duration, 1ms to 2s");
        assertWrong(time, "1h 2m", "'1h 2m' is not a duration; write a number with a unit");
        assertWrong(
                Option.text("x", new OptionType.Text("[0-9.]+", "digits and dots"), null, ""),
                "a",
                "'a' is not digits and dots");
    }

    private static void assertWrong(Option<?> option, String value, String message) {
        assertThatThrownBy(() -> option.of(endpoint("x", value)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aSecretIsNotShownEvenWhenItIsWrong() {
        Option<String> password = new Option<>(
                "password", new OptionType.Text("[a-z]{8,}", "eight letters"), null, true, "The password.");
        assertThatThrownBy(() -> password.of(endpoint("password", "hunter2")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("ads://plc:48898, option password: its value is not eight letters")
                .hasNoCause();
    }

    @Test
    void aDefaultMustBeRightItself() {
        assertThatThrownBy(() -> Option.whole("x", 1, 10, 11, "")).isInstanceOf(IllegalArgumentException.class);
    }
}
