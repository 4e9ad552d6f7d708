package io.taktstrom.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

import io.taktstrom.data.StatusCode;
import io.taktstrom.model.ScalarType;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** Random expressions, whose result a small interpreter in this test knows. */
class ArithmeticTest {

    private static final int EXPRESSIONS = 1_000;
    private static final int VALUES = 10;
    private static final String[] POINTS = {"a.x", "point(\"b c/x\")", "d"};

    /** A part of an expression over three values. */
    private interface Term<T> {
        T of(List<T> inputs);
    }

    private record Part<T>(String text, Term<T> term) {}

    private static Part<Double> doubles(Random random, int depth) {
        int kind = random.nextInt(depth == 0 ? 2 : 8);
        if (kind == 0) {
            double constant = random.nextInt(2_000) / 8.0 - 100;
            return new Part<>("(" + constant + ")", inputs -> constant);
        }
        if (kind == 1) {
            int which = random.nextInt(POINTS.length);
            return new Part<>(POINTS[which], inputs -> inputs.get(which));
        }
        Part<Double> left = doubles(random, depth - 1);
        Part<Double> right = doubles(random, depth - 1);
        return switch (kind) {
            case 2, 3 -> binary(left, "+", right, in -> left.term.of(in) + right.term.of(in));
            case 4 -> binary(left, "-", right, in -> left.term.of(in) - right.term.of(in));
            case 5 -> binary(left, "*", right, in -> left.term.of(in) * right.term.of(in));
            case 6 -> binary(left, "/", right, in -> left.term.of(in) / right.term.of(in));
            default ->
                new Part<>(
                        "(" + left.text + " < " + right.text + " ? " + left.text + " : -" + right.text + ")",
                        in -> left.term.of(in) < right.term.of(in) ? left.term.of(in) : -right.term.of(in));
        };
    }

    private static Part<Long> longs(Random random, int depth) {
        int kind = random.nextInt(depth == 0 ? 2 : 7);
        if (kind == 0) {
            long constant = random.nextInt(10) == 0 ? Long.MAX_VALUE : random.nextInt(200) - 100;
            return new Part<>("(" + constant + ")", inputs -> constant);
        }
        if (kind == 1) {
            int which = random.nextInt(POINTS.length);
            return new Part<>(POINTS[which], inputs -> inputs.get(which));
        }
        Part<Long> left = longs(random, depth - 1);
        Part<Long> right = longs(random, depth - 1);
        return switch (kind) {
            case 2 -> binary(left, "+", right, in -> Math.addExact(left.term.of(in), right.term.of(in)));
            case 3 -> binary(left, "-", right, in -> Math.subtractExact(left.term.of(in), right.term.of(in)));
            case 4 -> binary(left, "*", right, in -> Math.multiplyExact(left.term.of(in), right.term.of(in)));
            case 5 -> binary(left, "/", right, in -> divide(left.term.of(in), right.term.of(in)));
            default -> binary(left, "%", right, in -> left.term.of(in) % right.term.of(in));
        };
    }

    private static long divide(long a, long b) {
        if (a == Long.MIN_VALUE && b == -1) {
            throw new ArithmeticException("overflow");
        }
        return a / b;
    }

    private static <T> Part<T> binary(Part<T> left, String operator, Part<T> right, Term<T> term) {
        return new Part<>("(" + left.text + " " + operator + " " + right.text + ")", term);
    }

    @Test
    void doublesAreThoseOfJavaBitByBit() throws ExpressionException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int i = 0; i < EXPRESSIONS; i++) {
            Part<Double> part = doubles(random, 4);
            if (part.text.length() <= Expression.MAX_LENGTH) {
                Expression expression = Expression.parse(part.text);
                CompiledExpression compiled = expression.compile(point -> ScalarType.LREAL);
                for (int j = 0; j < VALUES; j++) {
                    List<Double> values = List.of(
                            random.nextInt(1_000) / 4.0, random.nextGaussian() * 1e150, (double) random.nextInt(3));
                    Result result = compiled.evaluate(inputs(expression, values), 0);
                    double wanted = part.term.of(values);
                    String what = "seed " + seed + ": " + part.text + " of " + values;
                    if (Double.isFinite(wanted)) {
                        assertThat(Double.longBitsToDouble(result.bits()))
                                .as(what)
                                .isEqualTo(wanted);
                    } else {
                        assertThat(result.status()).as(what).isEqualTo(StatusCode.BAD_OUT_OF_RANGE);
                    }
                }
            }
        }
    }

    @Test
    void integersAreExactOrBad() throws ExpressionException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        int bad = 0;
        for (int i = 0; i < EXPRESSIONS; i++) {
            Part<Long> part = longs(random, 4);
            if (part.text.length() <= Expression.MAX_LENGTH) {
                Expression expression = Expression.parse(part.text);
                CompiledExpression compiled = expression.compile(point -> ScalarType.DINT);
                for (int j = 0; j < VALUES; j++) {
                    List<Long> values = List.of(
                            (long) random.nextInt(),
                            (long) random.nextInt(3) - 1,
                            random.nextInt(5) == 0 ? Long.MIN_VALUE : random.nextInt(100));
                    Result result = compiled.evaluate(inputs(expression, values), 0);
                    String what = "seed " + seed + ": " + part.text + " of " + values;
                    try {
                        long wanted = part.term.of(values);
                        assertThat(result.reason()).as(what).isEmpty();
                        assertThat(result.bits()).as(what).isEqualTo(wanted);
                    } catch (ArithmeticException e) {
                        bad++;
                        assertThat(result.status()).as(what).isEqualTo(StatusCode.BAD_OUT_OF_RANGE);
                        assertThat(result.reason()).as(what).isNotEmpty();
                    }
                }
            }
        }
        assertThat(bad).as("results without a value, seed " + seed).isPositive();
    }

    private static <T> Object[] inputs(Expression expression, List<T> values) {
        List<Object> inputs = new ArrayList<>();
        List<String> names = List.of("a.x", "b c/x", "d");
        expression.inputs().forEach(name -> inputs.add(values.get(names.indexOf(name))));
        return inputs.toArray();
    }
}
