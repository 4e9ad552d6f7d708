package io.taktstrom.page;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class DisplayTextTest {

    @Test
    void whatHidesTurnsOrCommandsIsWrittenOut() {
        assertThat(DisplayText.of("a\u001b[31mred\u202edellif\u0000\n\u200f"))
                .isEqualTo("a\\u001b[31mred\\u202edellif\\u0000\\n\\u200f");
    }

    @Test
    void whatIsTooLongIsCut() {
        assertThat(DisplayText.of("x".repeat(10_000)))
                .hasSize(DisplayText.MAX_CHARS)
                .endsWith("\u2026");
    }

    @Test
    void whatIsTooLongIsNotCutInTheMiddleOfACharacter() {
        String wrench = "\ud83d\udd27";
        assertThat(DisplayText.of(wrench.repeat(200))).isEqualTo(wrench.repeat(99) + "\u2026");
        assertThat(DisplayText.of("x" + wrench.repeat(200))).isEqualTo("x" + wrench.repeat(99) + "\u2026");
    }

    @Test
    void aSentenceHasRoomForWhatToDo() {
        assertThat(DisplayText.sentence("x".repeat(600))).hasSize(600).endsWith("x");
        assertThat(DisplayText.sentence("x".repeat(601))).hasSize(600).endsWith("\u2026");
    }

    @Test
    void markupStaysTheTextThatItIs() {
        assertThat(DisplayText.of("<script>alert(1)</script>")).isEqualTo("<script>alert(1)</script>");
    }

    @Test
    void halfACharacterIsWrittenOut() {
        assertThat(DisplayText.of("a\ud83d")).isEqualTo("a\\ud83d");
    }
}
