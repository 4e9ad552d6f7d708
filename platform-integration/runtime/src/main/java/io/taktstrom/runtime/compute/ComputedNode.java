package io.taktstrom.runtime.compute;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.deployment.ComputedConfig;
import io.taktstrom.deployment.ComputedConfig.OnBad;
import io.taktstrom.expression.CompiledExpression;
import io.taktstrom.expression.ExpressionException;
import io.taktstrom.expression.Result;
import io.taktstrom.model.DataType;
import io.taktstrom.model.ScalarType;
import org.jspecify.annotations.Nullable;

/** One expression and its inputs. Guarded by the lock of {@link RunningComputed}. */
final class ComputedNode {

    /** Severity in the top two bits of a status. */
    private static final int SEVERITY_SHIFT = 30;

    private final ComputedConfig config;
    private final @Nullable StreamCondition condition;
    private final List<InputCell> inputs;
    private final @Nullable Object[] values;
    private final @Nullable DataType[] types;
    private final Consumer<String> notices;
    private final Set<Integer> told = new HashSet<>();

    private int place;
    private @Nullable CompiledExpression compiled;
    private Result refusal = Result.failed(StatusCode.BAD_CONFIGURATION_ERROR, "");
    private DataType type;
    private boolean isMarked;

    // Of the last evaluation.
    private int status;
    private long time;

    /**
     * @param condition that it decides; null for none
     * @param inputs of its expression, in their order
     */
    ComputedNode(
            ComputedConfig config,
            @Nullable StreamCondition condition,
            List<InputCell> inputs,
            Consumer<String> notices) {
        this.config = config;
        this.condition = condition;
        this.inputs = List.copyOf(inputs);
        this.notices = notices;
        values = new Object[inputs.size()];
        types = new DataType[inputs.size()];
        type = Objects.requireNonNullElse(config.point().type(), ScalarType.LREAL);
    }

    ComputedConfig config() {
        return config;
    }

    @Nullable
    StreamCondition condition() {
        return condition;
    }

    /** Among all nodes; those that it needs are before it. */
    int place() {
        return place;
    }

    void setPlace(int newPlace) {
        place = newPlace;
    }

    /** Of its results: what follows from the file until all inputs have had a value. */
    DataType type() {
        return type;
    }

    /** Of the last result, with its mark. */
    int status() {
        return status;
    }

    /** Source time of the last result: that of the newest input. */
    long time() {
        return time;
    }

    /** Samples of an input were lost. */
    void mark() {
        isMarked = true;
    }

    /**
     * Evaluates.
     *
     * @param receivedAt what {@code time} is when no input has a time
     * @return null when there is no result
     */
    @Nullable
    Result evaluate(long receivedAt) {
        int worst = StatusCode.GOOD;
        long newest = SampleBatch.NO_TIME;
        for (int i = 0; i < values.length; i++) {
            InputCell input = inputs.get(i);
            if (!input.isKnown()) {
                return null;
            }
            int own = input.status();
            if (config.onBad() == OnBad.LAST && StatusCode.isBad(own) && input.value() != null) {
                own = StatusCode.UNCERTAIN_LAST_USABLE_VALUE;
            }
            worst = own >>> SEVERITY_SHIFT > worst >>> SEVERITY_SHIFT ? own : worst;
            newest = Math.max(newest, input.time());
            values[i] = input.value();
        }
        if (StatusCode.isBad(worst) && config.onBad() == OnBad.SKIP) {
            return null;
        }
        time = newest;
        Result result = StatusCode.isBad(worst)
                ? Result.failed(StatusCode.codeOf(worst), "")
                : resultOf(newest == SampleBatch.NO_TIME ? receivedAt : newest);
        boolean isUncertain = StatusCode.isUncertain(worst) && !StatusCode.isBad(result.status());
        status = isUncertain ? StatusCode.codeOf(worst) : result.status();
        if (isMarked) {
            isMarked = false;
            status = StatusCode.withOverflow(status);
        }
        if (!result.reason().isEmpty() && told.add(result.status())) {
            notices.accept(name() + ": " + result.reason() + "; the result is " + StatusCode.name(result.status())
                    + ", which is not told again");
        }
        return result;
    }

    private String name() {
        return config.name() + " = " + config.expression();
    }

    private Result resultOf(long now) {
        CompiledExpression expression = compiled;
        for (int i = 0; i < types.length; i++) {
            if (!Objects.equals(types[i], inputs.get(i).type())) {
                expression = null;
            }
        }
        if (expression == null) {
            expression = compile();
        }
        return expression == null ? refusal : expression.evaluate(values, now);
    }

    /** For the types that the inputs have now; null when that is not possible. */
    private @Nullable CompiledExpression compile() {
        List<String> names = config.expression().inputs();
        Map<String, DataType> byName = new HashMap<>();
        boolean isNew = false;
        for (int i = 0; i < types.length; i++) {
            DataType now = Objects.requireNonNull(inputs.get(i).type());
            isNew |= !now.equals(types[i]);
            types[i] = now;
            byName.put(names.get(i), now);
        }
        if (!isNew) {
            return null;
        }
        compiled = null;
        try {
            CompiledExpression made = config.expression().compile(name -> Objects.requireNonNull(byName.get(name)));
            if (config.point().type() == ScalarType.BOOL && made.type() != ScalarType.BOOL) {
                refuse("the result is of type " + made.type().text() + ", not true or false");
            } else {
                compiled = made;
                type = made.type();
                told.clear();
            }
        } catch (ExpressionException e) {
            refuse(e.getMessage() + ", in line " + e.line() + ", column " + e.column()
                    + (e.hint().isEmpty() ? "" : "; " + e.hint()));
        }
        return compiled;
    }

    private void refuse(String why) {
        refusal = Result.failed(StatusCode.BAD_CONFIGURATION_ERROR, why);
    }
}
