package io.taktstrom.benchmarks.stream;

import java.util.concurrent.TimeUnit;

import io.taktstrom.expression.CompiledExpression;
import io.taktstrom.expression.Expression;
import io.taktstrom.expression.ExpressionException;
import io.taktstrom.model.ScalarType;
import io.taktstrom.model.StringType;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** One evaluation of an expression, and the same written in Java beside it. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class ExpressionBenchmark {

    @Param({"arithmetic", "condition", "text"})
    private String expression = "arithmetic";

    private double force = 17.5;
    private double temperature = 48.25;
    private String recipe = "steel 12";
    private Object[] inputs = {};
    private CompiledExpression compiled = compile("a + b");

    @Setup
    public void choose() {
        compiled = switch (expression) {
            case "arithmetic" -> compile("force * 2.0 / temperature");
            case "condition" -> compile("force > 10.0 && temperature < 60.0");
            case "text" -> compile("recipe.startsWith('steel') ? force : temperature");
            default -> throw new IllegalArgumentException("no expression " + expression);
        };
        inputs = expression.equals("text")
                ? new Object[] {recipe, force, temperature}
                : new Object[] {force, temperature};
    }

    private static CompiledExpression compile(String text) {
        try {
            return Expression.parse(text)
                    .compile(name -> name.equals("recipe") ? StringType.string(20) : ScalarType.LREAL);
        } catch (ExpressionException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    @Benchmark
    public long cel() {
        return compiled.evaluate(inputs, 0).bits();
    }

    @Benchmark
    public long java() {
        return switch (expression) {
            case "arithmetic" -> Double.doubleToRawLongBits(force * 2.0 / temperature);
            case "condition" -> force > 10.0 && temperature < 60.0 ? 1 : 0;
            default -> Double.doubleToRawLongBits(recipe.startsWith("steel") ? force : temperature);
        };
    }
}
