package io.taktstrom.expression;

import java.util.stream.Stream;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.taktstrom.model.ScalarType;
import io.taktstrom.testkit.peer.FuzzedParser;
import org.junit.jupiter.params.provider.MethodSource;

/** Texts of anything: an expression that ends with a result, or a refusal. */
class ExpressionFuzzTest {

    static Stream<byte[]> expressions() {
        return FuzzedParser.texts(
                "press1.force * 2.0 / oven.temperature",
                "point(\"a b\") > 3.0 && !c.d",
                "[1.0, 2.0].exists(x, x > a)",
                "string(a) + 'x'.matches('[a-z]+')",
                "time - duration('1s') > timestamp('2020-01-01T00:00:00Z') ? a : -a",
                "{'a': 1}['a'] == 1 && a in [1.0]");
    }

    @MethodSource("expressions")
    @FuzzTest(maxDuration = "3m")
    void anyTextIsEvaluatedOrRefused(byte[] bytes) {
        FuzzedParser.check(bytes.length, ExpressionException.class, () -> {
            Expression expression = Expression.parse(FuzzedParser.text(bytes));
            expression.check(point -> null);
            CompiledExpression compiled = expression.compile(point -> ScalarType.LREAL);
            Object[] inputs = expression.inputs().stream().map(name -> 1.5).toArray();
            FuzzedParser.show(compiled.evaluate(inputs, 0));
        });
    }
}
