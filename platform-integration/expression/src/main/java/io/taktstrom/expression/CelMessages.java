package io.taktstrom.expression;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

import dev.cel.common.CelIssue;
import dev.cel.runtime.CelEvaluationException;
import org.jspecify.annotations.Nullable;

/** What the library says, in the words of this project. */
final class CelMessages {

    private static final Pattern NO_OVERLOAD =
            Pattern.compile("found no matching overload for '(.+?)' applied to '(.*?)\\((.*?)\\)'.*", Pattern.DOTALL);
    private static final Pattern UNDECLARED = Pattern.compile("undeclared reference to '(.*)' \\(.*", Pattern.DOTALL);
    private static final Pattern EXPECTING = Pattern.compile(" expecting \\{.*", Pattern.DOTALL);
    private static final Pattern PLACE = Pattern.compile("^evaluation error( at [^:]*:\\d+)?: ");

    private CelMessages() {}

    /** Of a text that cannot be used; the first of its problems. */
    static ExpressionException of(@Nullable CelIssue issue) {
        if (issue == null) {
            return new ExpressionException(1, 1, "cannot be read", "");
        }
        String message = issue.getMessage();
        String hint = "";
        Matcher overload = NO_OVERLOAD.matcher(message);
        Matcher undeclared = UNDECLARED.matcher(message);
        if (overload.matches()) {
            String types = names(overload.group(3));
            message = "'" + overload.group(1).replaceAll("^_|_$|@", "").replace("_:", " :") + "' does not take "
                    + (types.isEmpty() ? "nothing" : types);
            hint = types.contains("int") && types.contains("double")
                    ? "turn one into the other with double() or int(), or write 2.0 for 2"
                    : "";
        } else if (undeclared.matches()) {
            message = "unknown function '" + undeclared.group(1) + "'";
        } else {
            message = names(EXPECTING.matcher(message).replaceAll("").replace("<EOF>", "end"));
        }
        int line = Math.max(1, issue.getSourceLocation().getLine());
        return new ExpressionException(
                line, Math.max(0, issue.getSourceLocation().getColumn()) + 1, message, hint);
    }

    private static String names(String types) {
        return types.replace("google.protobuf.Timestamp", "timestamp").replace("google.protobuf.Duration", "duration");
    }

    static String ofEvaluation(CelEvaluationException e) {
        String message = PLACE.matcher(String.valueOf(e.getMessage())).replaceFirst("");
        return switch (e.getErrorCode()) {
            case DIVIDE_BY_ZERO -> "division by zero";
            case NUMERIC_OVERFLOW -> "out of range: " + message;
            case ITERATION_BUDGET_EXCEEDED ->
                "a loop takes more than " + Expression.MAX_ITERATIONS + " rounds: " + message;
            default -> message;
        };
    }
}
