package io.taktstrom.expression;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

import dev.cel.common.CelErrorCode;
import dev.cel.runtime.CelEvaluationException;
import dev.cel.runtime.CelVariableResolver;
import dev.cel.runtime.Program;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataType;
import org.jspecify.annotations.Nullable;

/** An expression for inputs of known types. One thread at a time. Allocates: the library does. */
public final class CompiledExpression implements CelVariableResolver {

    private final Program program;
    private final Map<String, Integer> places;
    private final DataType type;
    private @Nullable Object[] values = {};
    private long time;

    /** @param places of the inputs, by variable */
    CompiledExpression(Program program, Map<String, Integer> places, DataType type) {
        this.program = program;
        this.places = Map.copyOf(places);
        this.type = type;
    }

    /** Of the result. */
    public DataType type() {
        return type;
    }

    /**
     * Evaluates. Never throws: what goes wrong is a result without a value.
     *
     * @param inputs one for each of {@link Expression#inputs}, from {@link CelTypes#valueOf}; read during the call
     * @param timeNanos what {@code time} is, epoch nanoseconds
     */
    public Result evaluate(@Nullable Object[] inputs, long timeNanos) {
        values = inputs;
        time = timeNanos;
        try {
            return CelTypes.resultOf(program.eval(this), type);
        } catch (CelEvaluationException e) {
            return Result.failed(statusOf(e.getErrorCode()), CelMessages.ofEvaluation(e));
        } catch (RuntimeException | StackOverflowError e) {
            // The library is foreign code, and a plant goes on.
            return Result.failed(StatusCode.BAD_INTERNAL_ERROR, "internal error of the expression: " + e);
        }
    }

    private static int statusOf(CelErrorCode code) {
        return switch (code) {
            case DIVIDE_BY_ZERO, NUMERIC_OVERFLOW -> StatusCode.BAD_OUT_OF_RANGE;
            case OVERLOAD_NOT_FOUND, TYPE_NOT_FOUND -> StatusCode.BAD_TYPE_MISMATCH;
            case ITERATION_BUDGET_EXCEEDED -> StatusCode.BAD_RESOURCE_UNAVAILABLE;
            default -> StatusCode.BAD_INVALID_ARGUMENT;
        };
    }

    /** For the library. */
    @Override
    public Optional<Object> find(String variable) {
        Integer place = places.get(variable);
        if (place != null) {
            return Optional.ofNullable(values[place]);
        }
        return variable.equals(Expression.TIME) ? Optional.<Object>of(now()) : Optional.empty();
    }

    private Instant now() {
        return CelTypes.instant(time);
    }
}
