package io.taktstrom.page;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class ShownTextTest {

    @Test
    void whatHidesTurnsOrCommandsIsWrittenOut() {
        assertThat(ShownText.of("a\u001b[31mred\u202edellif\u0000\n\u200f"))
                .isEqualTo("a\\u001b[31mred\\u202edellif\\u0000\\n\\u200f");
    }

    @Test
    void whatIsTooLongIsCut() {
        assertThat(ShownText.of("x".repeat(10_000)))
                .hasSize(ShownText.MAX_CHARS)
                .endsWith("\u2026");
    }

    @Test
    void markupStaysTheTextThatItIs() {
        assertThat(ShownText.of("<script>alert(1)</script>")).isEqualTo("<script>alert(1)</script>");
    }

    @Test
    void halfACharacterIsWrittenOut() {
        assertThat(ShownText.of("a\ud83d")).isEqualTo("a\\ud83d");
    }
}
