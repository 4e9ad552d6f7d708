package io.taktstrom.expression;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import io.taktstrom.testkit.PlantPoints;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class ExpressionTest {

    private static final long TIME = 1_795_331_109_123_456_789L;

    private static final Map<String, DataType> TYPES = Map.of(
            "press1.force", ScalarType.LREAL,
            "press1.count", ScalarType.DINT,
            "press1.on", ScalarType.BOOL,
            "press1.recipe", StringType.string(20),
            "press1.since", ScalarType.LDT,
            "press1.cycle", ScalarType.LTIME,
            "press1/force rate-1", ScalarType.LREAL,
            "values", DataType.parse("ARRAY[0..9] OF LREAL"));

    private static final Map<String, Object> VALUES = Map.of(
            "press1.force",
            3.0,
            "press1.count",
            7L,
            "press1.on",
            true,
            "press1.recipe",
            "steel 12",
            "press1.since",
            Instant.parse("2026-11-22T07:05:09.5Z"),
            "press1.cycle",
            Duration.ofMillis(1500),
            "press1/force rate-1",
            0.5);

    private static @Nullable DataType typeOf(String point) {
        return TYPES.get(point);
    }

    private static CompiledExpression compiled(String text) throws ExpressionException {
        return Expression.parse(text).compile(point -> TYPES.getOrDefault(point, ScalarType.LREAL));
    }

    private static Result evaluate(String text) throws ExpressionException {
        Object[] inputs =
                Expression.parse(text).inputs().stream().map(VALUES::get).toArray();
        return compiled(text).evaluate(inputs, TIME);
    }

    private static Object valueOf(String text) throws ExpressionException {
        Result result = evaluate(text);
        assertThat(result.reason()).isEmpty();
        Object value = CelTypes.valueOf(result, compiled(text).type());
        return value == null ? "nothing" : value;
    }

    private static ExpressionException refusal(String text) {
        return catchThrowableOfType(
                ExpressionException.class, () -> Expression.parse(text).check(ExpressionTest::typeOf));
    }

    @Test
    void resultsHaveTheTypeOfTheirExpression() throws ExpressionException {
        assertThat(compiled("press1.force * 2.0").type()).isEqualTo(ScalarType.LREAL);
        assertThat(compiled("press1.count + 1").type()).isEqualTo(ScalarType.LINT);
        assertThat(compiled("press1.count > 1").type()).isEqualTo(ScalarType.BOOL);
        assertThat(compiled("press1.recipe + '!'").type().text()).isEqualTo("STRING(4096)");
        assertThat(compiled("press1.since + press1.cycle").type()).isEqualTo(ScalarType.LDT);
        assertThat(compiled("press1.cycle + press1.cycle").type()).isEqualTo(ScalarType.LTIME);
        assertThat(compiled("uint(press1.count)").type()).isEqualTo(ScalarType.ULINT);
    }

    @Test
    void numbersTextsAndTimesAreComputed() throws ExpressionException {
        assertThat(valueOf("press1.force * 2.0 / 4.0")).isEqualTo(1.5);
        assertThat(valueOf("press1.count % 4 + 10")).isEqualTo(13L);
        assertThat(valueOf("double(press1.count) * 0.5")).isEqualTo(3.5);
        assertThat(valueOf("press1.count > 2.5 && press1.on")).isEqualTo(true);
        assertThat(valueOf("press1.recipe.startsWith('steel') ? 1 : 0")).isEqualTo(1L);
        assertThat(valueOf("press1.recipe.matches('^[a-z]+ [0-9]+$')")).isEqualTo(true);
        assertThat(valueOf("'recipe ' + press1.recipe + ', ' + string(press1.count)"))
                .isEqualTo("recipe steel 12, 7");
        assertThat(valueOf("press1.recipe.size()")).isEqualTo(8L);
        assertThat(valueOf("press1.since.getHours('Europe/Berlin')")).isEqualTo(8L);
        assertThat(valueOf("press1.since + duration('500ms')")).isEqualTo(Instant.parse("2026-11-22T07:05:10Z"));
        assertThat(valueOf("press1.cycle < duration('2s')")).isEqualTo(true);
        assertThat(valueOf("time - press1.since < duration('1s') && press1.on")).isEqualTo(true);
        assertThat(valueOf("[1.0, 2.0, 4.0].exists(limit, limit > press1.force)"))
                .isEqualTo(true);
        assertThat(valueOf("press1.count in [5, 6, 7]")).isEqualTo(true);
    }

    @Test
    void timeIsThatOfTheResultToTheNanosecond() throws ExpressionException {
        assertThat(evaluate("press1.on ? time : time").bits()).isEqualTo(TIME);
    }

    @Test
    void aNameWithOtherCharactersStandsInQuotes() throws ExpressionException {
        assertThat(valueOf("point(\"press1/force rate-1\") * press1.force")).isEqualTo(1.5);
        assertThat(valueOf("point('press1.force') + press1.force")).isEqualTo(6.0);
        assertThat(Expression.parse("point('a b') + c.d + point('c.d')").inputs())
                .containsExactly("a b", "c.d");
        assertThat(Expression.parse("point('time') + point('int')").inputs()).containsExactly("time", "int");
        assertThat(refusal("point(press1.force)")).hasMessage("point() needs a name in quotes");
    }

    @Test
    void namesOfLoopsAndOfTypesAreNotPoints() throws ExpressionException {
        assertThat(Expression.parse("[1, 2].all(x, x < a.b) && type(c) == int && time > d.e")
                        .inputs())
                .containsExactly("a.b", "c", "d.e");
    }

    @Test
    void referencesSayWhereTheyStand() throws ExpressionException {
        assertThat(Expression.parse("1.0 +\n  (a.b * point('c d'))").references())
                .extracting(each -> each.point() + " at " + each.line() + ":" + each.column())
                .containsExactly("a.b at 2:4", "c d at 2:15");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            press1.force +                   | 1 | 15 | mismatched input 'end'
            press1.force * 2                 | 1 | 14 | '*' does not take double, int
            press1.recipe + press1.count     | 1 | 15 | '+' does not take string, int
            press1.force + values            | 1 | 16 | point 'values' is of type ARRAY[0..9] OF LREAL, which an expression does not take
            foo(press1.force)                | 1 | 4  | unknown function 'foo'
            [press1.force]                   | 1 | 1  | the result is of type list, which a point cannot have
            [1].map(x, x + press1.count)     | 1 | 8  | unknown function 'map'
            Foo{a: press1.force}             | 1 | 4  | structures are not supported
            press1.on ? press1.force : 'off' | 1 | 11 | '? :' does not take bool, double, string
            """)
    void whatCannotBeUsedIsRefusedAtItsPlace(String text, int line, int column, String message) {
        ExpressionException refusal = refusal(text);
        assertThat(refusal).hasMessage(message);
        assertThat(refusal.line() + ":" + refusal.column()).isEqualTo(line + ":" + column);
    }

    @Test
    void aMixOfIntegersAndDoublesSaysWhatToDo() {
        assertThat(refusal("press1.count * 2.0").hint())
                .isEqualTo("turn one into the other with double() or int(), or write 2.0 for 2");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            press1.count / (press1.count - 7)             | Bad_OutOfRange          | division by zero
            press1.count % (press1.count - 7)             | Bad_OutOfRange          | division by zero
            press1.force / (press1.force - 3.0)           | Bad_OutOfRange          | the result is Infinity
            press1.count * 9223372036854775807            | Bad_OutOfRange          | out of range: long overflow
            int(press1.force * 1e300)                     | Bad_OutOfRange          | out of range: double is out of range for int
            """)
    void whatHasNoValueIsBadWithAReason(String text, String status, String reason) throws ExpressionException {
        Result result = evaluate(text);
        assertThat(StatusCode.name(result.status())).isEqualTo(status);
        assertThat(result.reason()).isEqualTo(reason);
    }

    @Test
    void whatIsNotANumberIsBad() throws ExpressionException {
        assertThat(StatusCode.isBad(evaluate("int(press1.recipe)").status())).isTrue();
        assertThat(StatusCode.isBad(evaluate("timestamp(press1.recipe)").status()))
                .isTrue();
    }

    @Test
    void loopsEnd() throws ExpressionException {
        String list = "[0,1,2,3,4,5,6,7,8,9]";
        String nested = list + ".all(a, " + list + ".all(b, " + list + ".all(c, " + list
                + ".all(d, a + b + c + d < 100 + press1.count))))";
        Result result = evaluate(nested);
        assertThat(result.status()).isEqualTo(StatusCode.BAD_RESOURCE_UNAVAILABLE);
        assertThat(result.reason()).startsWith("a loop takes more than 1000 rounds");
    }

    @Test
    void textsDoNotGrowBeyondTheirLimit() throws ExpressionException {
        String text = "press1.recipe" + " + press1.recipe".repeat(120);
        byte[] bytes = new byte[CelTypes.MAX_TEXT_BYTES];
        java.util.Arrays.fill(bytes, (byte) 'x');
        Result result = compiled(text).evaluate(new Object[] {new String(bytes, StandardCharsets.US_ASCII)}, TIME);
        assertThat(result.status()).isEqualTo(StatusCode.BAD_ENCODING_LIMITS_EXCEEDED);
        assertThat(result.reason()).isEqualTo("the text has 495616 bytes (maximum 4096)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"(", "[", "-", "!", "a.", "a ? a : ", "a + ", "{'a':", "[1].all(a, ", "\"", "\\", "a && "})
    void repetitionsOfAnythingAreRefusedOrRead(String part) {
        for (int times : List.of(10, 30, 100, 500, 1000, 2000)) {
            String text = part.repeat(times) + "a";
            try {
                Expression.parse(text).check(point -> null);
            } catch (ExpressionException e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        }
    }

    @Test
    void whatIsTooLongIsRefused() {
        assertThat(refusal("1 + " + "1 + ".repeat(500) + "1"))
                .hasMessage("expression has 2005 characters (maximum 2000)");
    }

    @Test
    void typesThatAreNotKnownAreKnownWhenItRuns() throws ExpressionException {
        Expression expression = Expression.parse("a + b");
        assertThat(expression.check(point -> null)).isNull();
        assertThat(Expression.parse("a * 2.0").check(point -> null)).isEqualTo(ScalarType.LREAL);
        assertThat(expression.compile(point -> ScalarType.REAL).type()).isEqualTo(ScalarType.LREAL);
        assertThat(expression.compile(point -> ScalarType.UINT).type()).isEqualTo(ScalarType.LINT);
        assertThat(catchThrowableOfType(
                        ExpressionException.class,
                        () -> expression.compile(point -> point.equals("a") ? ScalarType.INT : ScalarType.REAL)))
                .hasMessage("'+' does not take int, double");
    }

    @Test
    void samplesOfEachTypeAreValues() {
        PlantPoints points = new PlantPoints(
                PlantPoints.point("a", ScalarType.BOOL),
                PlantPoints.point("b", ScalarType.INT),
                PlantPoints.point("c", ScalarType.REAL),
                PlantPoints.point("d", StringType.string(10)),
                PlantPoints.point("e", ScalarType.UINT));
        var batch = points.samples(0, true, -5, 1.5f, "text", 65_535);
        Object[] values = new Object[5];
        for (int i = 0; i < values.length; i++) {
            values[i] = CelTypes.valueOf(batch, i, points.typeAt(i));
        }
        assertThat(values).containsExactly(true, -5L, 1.5, "text", 65_535L);
    }

    @Test
    void equalTextsAreEqualExpressions() throws ExpressionException {
        assertThat(Expression.parse("a + 1"))
                .isEqualTo(Expression.parse("a + 1"))
                .isNotEqualTo(Expression.parse("a + 2"))
                .hasToString("a + 1")
                .hasSameHashCodeAs(Expression.parse("a + 1"));
    }
}
