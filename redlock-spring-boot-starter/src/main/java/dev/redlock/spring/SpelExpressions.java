package dev.redlock.spring;

import dev.redlock.annotation.KeyExpressions;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.SimpleEvaluationContext;

/**
 * SpEL in names of locks: <code>#{#order.lines[0].sku}</code>. Parameters are variables. It can read and call methods of
 * values, and nothing else: no types, no constructors, no beans.
 */
final class SpelExpressions implements KeyExpressions {
    private final SpelExpressionParser parser = new SpelExpressionParser();

    @Override
    public Value compile(String expression, Method method, List<String> parameters) {
        Expression parsed;
        try {
            parsed = parser.parseExpression(expression);
        } catch (ParseException e) {
            throw new IllegalArgumentException("#{" + expression + "} is not SpEL: " + e.getSimpleMessage(), e);
        }
        List<String> variables = new ArrayList<>();
        collect(((SpelExpression) parsed).getAST(), variables);
        variables.removeAll(parameters);
        variables.removeAll(List.of("root", "this"));
        if (!variables.isEmpty()) {
            throw new IllegalArgumentException("there is no parameter for #" + variables.get(0) + "; "
                    + (parameters.isEmpty()
                            ? "the method has none"
                            : "the parameters are " + String.join(", ", parameters)));
        }
        return arguments -> evaluate(parsed, parameters, arguments);
    }

    private static @Nullable Object evaluate(
            Expression expression, List<String> parameters, @Nullable Object[] arguments) {
        SimpleEvaluationContext context = SimpleEvaluationContext.forReadOnlyDataBinding()
                .withInstanceMethods()
                .build();
        for (int index = 0; index < parameters.size(); index++) {
            context.setVariable(parameters.get(index), arguments[index]);
        }
        return expression.getValue(context);
    }

    private static void collect(SpelNode node, List<String> variables) {
        if (node instanceof VariableReference reference) {
            variables.add(reference.toStringAST().substring(1));
        }
        for (int child = 0; child < node.getChildCount(); child++) {
            collect(node.getChild(child), variables);
        }
    }
}
