package io.taktstrom.deployment;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class UcumCodeTest {

    private static final String CODES = """
            1 Cel kN mm/s mm/s2 /min 1/min {parts}/min {parts} % m3/h kW.h N.m 10*3/ul 10^-6.m m[H2O] mm[Hg] [in_i] [in_i'H2O]
            B[10.nV] cal_[15] kg.m2/(s2.A) dar dB mol/l{total} deg ' MiBy [pH] 2.m g%""";
    private static final String NONE = """
            degC \u00B0C rpm Nm KW kmin m/ / m//s (m m) m..s m2s 210* {a a} [in_i k cel pcs 1/ () {\u00E4} m+""";

    @Test
    void codesAreKnown() {
        assertThat(CODES.split("\\s+")).allMatch(UcumCode::isValid);
    }

    @Test
    void everythingElseIsNot() {
        assertThat(NONE.split("\\s+")).noneMatch(UcumCode::isValid);
        assertThat(UcumCode.isValid("m s")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "degC,Cel",
        "\u00B0C,Cel",
        "rpm,/min",
        "Nm,N.m",
        "kWh,kW.h",
        "VA,V.A",
        "psi,[psi]",
        "Bars,bar",
        "pcs,{pcs}"
    })
    void whatPeopleWriteInsteadIsTurnedIntoWhatIsRight(String text, String code) {
        assertThat(UcumCode.remedy(text)).isEqualTo("did you mean '" + code + "'?");
        assertThat(UcumCode.isValid(code)).isTrue();
    }

    @Test
    void whatIsLikeNothingIsAnsweredWithExamples() {
        assertThat(UcumCode.remedy("???????")).startsWith("write a UCUM code, such as Cel");
    }
}
