package io.taktstrom.sinks.file;

import java.nio.charset.StandardCharsets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class FileNamesTest {

    @ParameterizedTest
    @CsvSource({
        "press1.axis[3].x, press1.axis[3].x",
        "a/b\\c:d*e?f, a_b_c_d_e_f",
        ".., __",
        "../../etc, ___.._etc",
        ".hidden, _hidden",
        "dot., dot_",
        "öl druck, öl druck",
        "'', _"
    })
    void aNameIsFitForAnyFileSystem(String name, String escaped) {
        assertThat(FileNames.escape(name)).isEqualTo(escaped);
    }

    @Test
    void whatNobodySeesIsReplaced() {
        assertThat(FileNames.escape("a\u0000b\nc\u202ed")).isEqualTo("a_b_c_d");
    }

    @Test
    void longNamesAreCutAndStayApart() {
        String one = FileNames.escape("ü".repeat(250) + "1");
        String two = FileNames.escape("ü".repeat(250) + "2");
        assertThat(one).isNotEqualTo(two).startsWith("üüü");
        assertThat(one.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(160);
        assertThat(FileNames.escape("\ud834\udd1e".repeat(200))).doesNotContain("?");
    }
}
