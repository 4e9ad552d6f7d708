package io.taktstrom.expression;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelException;
import dev.cel.common.CelIssue;
import dev.cel.common.CelOptions;
import dev.cel.common.CelSourceLocation;
import dev.cel.common.CelValidationException;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.types.CelType;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompiler;
import dev.cel.compiler.CelCompilerBuilder;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelMacro;
import dev.cel.parser.CelStandardMacro;
import dev.cel.runtime.CelRuntime;
import dev.cel.runtime.CelRuntimeFactory;
import io.taktstrom.model.DataType;
import org.jspecify.annotations.Nullable;

/**
 * An expression whose syntax is right. Two are equal when their texts are. Immutable.
 *
 * <p>A point stands in it by its name, when that is made of identifiers and dots, or as {@code point("name")}. {@code time} is the
 * time of the result.
 */
public final class Expression {

    /** Most characters. */
    public static final int MAX_LENGTH = 2000;

    /** Most rounds of all its loops together, each time that it is evaluated. */
    static final int MAX_ITERATIONS = 1000;

    static final String TIME = "time";

    private static final int MAX_DEPTH = 250;
    private static final int MAX_PATTERN = 500;
    private static final String POINT = "point";
    /** In front of the name in the variable for {@code point("name")}, so that it is not taken for a type or for parts. */
    private static final String QUOTED = "point ";
    /** Names of the language, which are not points. */
    private static final Set<String> RESERVED =
            Set.of(TIME, "bool", "int", "uint", "double", "string", "bytes", "list", "map", "type", "null_type", "dyn");

    private static final CelOptions OPTIONS = CelOptions.current()
            .maxExpressionCodePointSize(MAX_LENGTH)
            .maxParseRecursionDepth(MAX_DEPTH)
            .comprehensionMaxIterations(MAX_ITERATIONS)
            .maxRegexProgramSize(MAX_PATTERN)
            .enableHeterogeneousNumericComparisons(true)
            .build();
    /** Without map(): a value that grows in each of several loops could fill the memory. */
    private static final CelCompiler COMPILER = CelCompilerFactory.standardCelCompilerBuilder()
            .setOptions(OPTIONS)
            .setStandardMacros(
                    CelStandardMacro.ALL, CelStandardMacro.EXISTS, CelStandardMacro.EXISTS_ONE, CelStandardMacro.FILTER)
            .addMacros(CelMacro.newGlobalMacro(POINT, 1, (factory, target, arguments) -> {
                CelExpr name = arguments.get(0);
                boolean isText = name.getKind() == CelExpr.ExprKind.Kind.CONSTANT
                        && name.constant().getKind() == dev.cel.common.ast.CelConstant.Kind.STRING_VALUE;
                return Optional.of(
                        isText
                                ? factory.newIdentifier(QUOTED + name.constant().stringValue())
                                : factory.reportError(CelIssue.formatError(
                                        factory.getSourceLocation(name), "point() needs a name in quotes")));
            }))
            .addVar(TIME, SimpleType.TIMESTAMP)
            .build();

    private static final CelRuntime RUNTIME =
            CelRuntimeFactory.plannerRuntimeBuilder().setOptions(OPTIONS).build();

    /**
     * A point that an expression names.
     *
     * @param line of its first character, from 1
     * @param column of its first character, from 1
     */
    public record Reference(String point, int line, int column, String variable) {}

    private final String text;
    private final CelAbstractSyntaxTree parsed;
    private final List<Reference> references = new ArrayList<>();

    private Expression(String text, CelAbstractSyntaxTree parsed) throws ExpressionException {
        this.text = text;
        this.parsed = parsed;
        collect(parsed.getExpr(), Set.of());
    }

    /**
     * Reads a text.
     *
     * @throws ExpressionException when it is not an expression, or a longer or deeper one than is allowed
     */
    public static Expression parse(String text) throws ExpressionException {
        if (text.length() > MAX_LENGTH) {
            throw new ExpressionException(
                    1, 1, "expression has " + text.length() + " characters (maximum " + MAX_LENGTH + ")", "divide it");
        }
        try {
            return new Expression(text, COMPILER.parse(text).getAst());
        } catch (CelValidationException e) {
            throw CelMessages.of(e.getErrors().stream().findFirst().orElse(null));
        } catch (RuntimeException | StackOverflowError e) {
            throw new ExpressionException(1, 1, "cannot be read: " + e, "");
        }
    }

    /** The points that it names, at each place. */
    public List<Reference> references() {
        return List.copyOf(references);
    }

    /** The names of these points, each once. */
    public List<String> inputs() {
        Set<String> names = new LinkedHashSet<>();
        references.forEach(reference -> names.add(reference.point()));
        return List.copyOf(names);
    }

    /**
     * The type of its result; null when that depends on types that are not known.
     *
     * @param types of the inputs; null where it is not known
     * @throws ExpressionException when it cannot be evaluated for such inputs
     */
    public @Nullable DataType check(Function<String, @Nullable DataType> types) throws ExpressionException {
        CelType type = checked(types).getResultType();
        return type.equals(SimpleType.DYN) ? null : pointType(type);
    }

    /**
     * Makes it ready for inputs of these types.
     *
     * @throws ExpressionException when it cannot be evaluated for them
     */
    public CompiledExpression compile(Function<String, DataType> types) throws ExpressionException {
        CelAbstractSyntaxTree checked = checked(types);
        List<String> inputs = inputs();
        Map<String, Integer> places = new HashMap<>();
        references.forEach(reference -> places.put(reference.variable(), inputs.indexOf(reference.point())));
        try {
            return new CompiledExpression(RUNTIME.createProgram(checked), places, pointType(checked.getResultType()));
        } catch (CelException | RuntimeException | StackOverflowError e) {
            throw new ExpressionException(1, 1, "cannot be compiled: " + e.getMessage(), "");
        }
    }

    private CelAbstractSyntaxTree checked(Function<String, @Nullable DataType> types) throws ExpressionException {
        CelCompilerBuilder builder = COMPILER.toCompilerBuilder();
        Set<String> declared = new HashSet<>();
        for (Reference reference : references) {
            DataType type = types.apply(reference.point());
            CelType celType = type == null ? SimpleType.DYN : CelTypes.of(type);
            if (celType == null) {
                throw new ExpressionException(
                        reference.line(),
                        reference.column(),
                        "point '" + reference.point() + "' is of type "
                                + String.valueOf(type == null ? "" : type.text())
                                + ", which an expression does not take",
                        "name one of its elements as a point of its own");
            }
            if (declared.add(reference.variable())) {
                builder.addVar(reference.variable(), celType);
            }
        }
        try {
            return builder.build().check(parsed).getAst();
        } catch (CelValidationException e) {
            throw CelMessages.of(e.getErrors().stream().findFirst().orElse(null));
        } catch (RuntimeException | StackOverflowError e) {
            throw new ExpressionException(1, 1, "cannot be checked: " + e, "");
        }
    }

    private static DataType pointType(CelType type) throws ExpressionException {
        DataType pointType = CelTypes.pointType(type);
        if (pointType == null) {
            throw new ExpressionException(
                    1, 1, "the result is of type " + type.name() + ", which a point cannot have", "");
        }
        return pointType;
    }

    /** Finds the points below a node. */
    private void collect(CelExpr node, Set<String> locals) throws ExpressionException {
        switch (node.getKind()) {
            case IDENT, SELECT -> {
                String name = dotted(node);
                CelExpr root = root(node);
                boolean isIdentifier = root.getKind() == CelExpr.ExprKind.Kind.IDENT;
                if (!isIdentifier) {
                    collect(root, locals);
                } else if (!locals.contains(root.ident().name()) && !RESERVED.contains(name)) {
                    add(name, root.id());
                }
            }
            case CALL -> {
                if (node.call().target().isPresent()) {
                    collect(node.call().target().get(), locals);
                }
                collectAll(node.call().args(), locals);
            }
            case LIST -> collectAll(node.list().elements(), locals);
            case MAP -> {
                for (CelExpr.CelMap.Entry entry : node.map().entries()) {
                    collectAll(List.of(entry.key(), entry.value()), locals);
                }
            }
            case STRUCT -> throw at(node.id(), "structures are not supported");
            case COMPREHENSION -> {
                CelExpr.CelComprehension loop = node.comprehension();
                collectAll(List.of(loop.iterRange(), loop.accuInit()), locals);
                Set<String> inner = new HashSet<>(locals);
                inner.addAll(List.of(loop.iterVar(), loop.iterVar2(), loop.accuVar()));
                collectAll(List.of(loop.loopCondition(), loop.loopStep(), loop.result()), inner);
            }
            default -> {
                // A constant.
            }
        }
    }

    private void collectAll(List<CelExpr> nodes, Set<String> locals) throws ExpressionException {
        for (CelExpr node : nodes) {
            collect(node, locals);
        }
    }

    private static CelExpr root(CelExpr node) {
        return node.getKind() == CelExpr.ExprKind.Kind.SELECT
                ? root(node.select().operand())
                : node;
    }

    private static String dotted(CelExpr node) {
        return switch (node.getKind()) {
            case SELECT -> dotted(node.select().operand()) + "." + node.select().field();
            case IDENT -> node.ident().name();
            default -> "";
        };
    }

    private void add(String variable, long id) throws ExpressionException {
        ExpressionException place = at(id, "");
        String point = variable.startsWith(QUOTED) ? variable.substring(QUOTED.length()) : variable;
        references.add(new Reference(point, place.line(), place.column(), variable));
    }

    private ExpressionException at(long id, String message) {
        Integer offset = parsed.getSource().getPositionsMap().get(id);
        Optional<CelSourceLocation> place =
                offset == null ? Optional.empty() : parsed.getSource().getOffsetLocation(offset);
        return new ExpressionException(
                place.map(CelSourceLocation::getLine).orElse(1),
                place.map(CelSourceLocation::getColumn).orElse(0) + 1,
                message,
                "");
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Expression expression && expression.text.equals(text);
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }

    /** The text. */
    @Override
    public String toString() {
        return text;
    }
}
