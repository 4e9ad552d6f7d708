package io.taktstrom.sinks.format;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;

import io.taktstrom.model.DataPoint;
import io.taktstrom.sinks.format.Template.Name;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class TemplateTest {

    private static final DataPoint POINT =
            new DataPoint("press1.axis.sp#ed", "MAIN.x", null, false, "", Map.of("line", "A", "empty", ""), "press1");

    @ParameterizedTest
    @CsvSource(
            delimiter = ' ',
            value = {
                "plant/all plant/all",
                "{point} press1.axis.sp-ed",
                "{connection}/{point/} press1/press1/axis/sp-ed",
                "{point.1} press1",
                "{point.3} sp-ed",
                "{point.-1} sp-ed",
                "{point.2..} axis.sp-ed",
                "{point.2../} axis/sp-ed",
                "{point.-2../} axis/sp-ed",
                "{point.4} _",
                "{point.-4} _",
                "{point.4|none} none",
                "{label:line} A",
                "{label:cell} _",
                "{label:cell|no.cell} no.cell",
                "{label:empty|no/cell} no/cell",
                "{label:empty|}x x",
                "{equipment}/{point.-1} A/sp-ed",
                "{equipment|none} A",
                "{stream}@{sink} fast.a@plant",
                "{stream/} fast/a",
                "{{{connection}}} {press1}",
                "#{point.1} #press1"
            })
    void aPlaceholderIsFilledIn(String text, String expected) {
        Template template = Template.parse(text, Name.OF_A_POINT, TemplateTest::escape)
                .with(Name.STREAM, "fast.a")
                .with(Name.SINK, "plant");
        assertThat(template.of(POINT)).isEqualTo(expected);
    }

    @Test
    void theLevelsOfISA95AreThoseThatThePointHasInTheirOrder() {
        Template template = Template.parse("{equipment|none}/{point.-1}", Name.OF_A_POINT, TemplateTest::escape);
        assertThat(template.of(labelled(Map.of("cell", "c#1", "site", "ulm", "enterprise", "acme", "kind", "x"))))
                .isEqualTo("acme/ulm/c-1/x");
        assertThat(template.of(labelled(Map.of("kind", "x")))).isEqualTo("none/x");
        assertThatThrownBy(() -> Template.parse("{equipment.1}", Name.OF_A_POINT, TemplateTest::escape))
                .hasMessageContaining("write {equipment}");
    }

    private static DataPoint labelled(Map<String, String> labels) {
        return new DataPoint("press1.x", "MAIN.x", null, false, "", labels, "press1");
    }

    /** What a device says must not become a part of the target's own syntax; what the operator writes may. */
    @Test
    void eachSegmentIsEscapedByItself() {
        DataPoint odd = DataPoint.of("a/b..#", "x");
        Template template = Template.parse("#/{point/}/{point}", Name.OF_A_POINT, TemplateTest::escape);
        assertThat(template.of(odd)).isEqualTo("#/a-b/_/-/a-b..-");
    }

    @Test
    void datesAreOfTheTimeGivenInUtc() {
        Template template = Template.parse("{date:yyyy/MM-dd}/{date:HHmmss}.csv", EnumSet.of(Name.DATE), text -> text);
        assertThat(template.at(1_795_244_709_000_000_001L).complete()).isEqualTo("2026/11-21/070509.csv");
        assertThat(template.at(-1).complete()).isEqualTo("1969/12-31/235959.csv");
    }

    /** A folder on a disk has the same name on every machine. */
    @ParameterizedTest
    @ValueSource(strings = {"ar-EG", "tr-TR", "en-US", "fa-IR-u-ca-persian-nu-arabext", "th-TH-u-ca-buddhist-nu-thai"})
    void datesAreTheSameWhateverLanguageAndCalendarTheMachineHas(String locale) {
        Locale usual = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag(locale));
        try {
            Template template = Template.parse("{date:yyyy/MM-dd_HH.mm.ss}", EnumSet.of(Name.DATE), text -> text);
            assertThat(template.at(1_795_244_709_000_000_001L).complete()).isEqualTo("2026/11-21_07.05.09");
        } finally {
            Locale.setDefault(usual);
        }
    }

    @Test
    void whatIsNotFilledInYetIsSaid() {
        Template template = Template.parse("a/{sink}", Name.OF_A_SINK, text -> text);
        assertThat(template.has(Name.SINK)).isTrue();
        assertThatThrownBy(template::complete).hasMessageContaining("'a/{sink}' is not filled in yet");
        assertThat(template.with(Name.SINK, "s").has(Name.SINK)).isFalse();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '"',
            value = {
                "a{point;character 2: a { without }",
                "a}b;character 2: a } without {",
                "{poin};character 1: unknown placeholder {poin}; did you mean 'point'? expected one of {point}, {connection}",
                "ab{};character 3: unknown placeholder {}",
                "{point.0};'{point.0}' is not a placeholder",
                "{point:x};{point} has nothing behind a colon",
                "{label};{label} needs a key",
                "{label:};{label} needs a key",
                "{date};{date} needs a pattern",
                "{date:q};'q' is not a date pattern",
                "{date:YYYY};'YYYY' is not a date pattern",
            })
    void aMistakeIsSaidWithItsPlaceAndWhatIsAllowed(String text, String message) {
        assertThatThrownBy(() -> Template.parse(text, EnumSet.allOf(Name.class), same -> same))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void aNameThatTheTargetDoesNotHaveIsRefused() {
        assertThatThrownBy(() -> Template.parse("{date:yyyy}", Name.OF_A_POINT, same -> same))
                .hasMessageContaining("unknown placeholder {date}; expected one of {point}, {connection}, {label}");
    }

    private static String escape(String text) {
        return text.replaceAll("[/#]", "-");
    }
}
