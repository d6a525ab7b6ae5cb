package dev.redlock.annotation;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The name of a lock with holes, which the arguments of a call fill. Everything that can be wrong is found when it is read. */
public final class KeyTemplate {
    private final String text;
    private final List<Part> parts;

    /** @param source how the value is written in the template; null if the part is a text as it is */
    private record Part(String text, @Nullable String source, KeyExpressions.@Nullable Value value) {}

    private KeyTemplate(String text, List<Part> parts) {
        this.text = text;
        this.parts = parts;
    }

    /**
     * Reads a template.
     *
     * @param method whose arguments fill it
     * @throws IllegalArgumentException if it does not fit the method: says what is wrong, and what parameters there are
     */
    public static KeyTemplate parse(String template, Method method, KeyExpressions expressions) {
        try {
            if (template.isBlank()) {
                throw new IllegalArgumentException("the name of the lock is blank");
            }
            return new KeyTemplate(template, new Reader(template, method, expressions).read());
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "@DistributedLock(\"" + template + "\") on " + describe(method) + ": " + e.getMessage(), e);
        }
    }

    /** The name for a call with these arguments. */
    public String name(@Nullable Object[] arguments) {
        StringBuilder name = new StringBuilder();
        for (Part part : parts) {
            name.append(
                    part.value() == null ? part.text() : text(part, part.value().of(arguments)));
        }
        return name.toString();
    }

    /** The template as a pattern of names, in which {@code *} stands for any text; for metrics and policies. */
    public String pattern() {
        StringBuilder pattern = new StringBuilder();
        parts.forEach(part -> pattern.append(part.value() == null ? part.text() : "*"));
        return pattern.toString();
    }

    /** As it was written. */
    @Override
    public String toString() {
        return text;
    }

    private String text(Part part, @Nullable Object value) {
        String shown = value == null ? "" : value.toString();
        if (value == null || shown == null || shown.isBlank()) {
            throw new IllegalArgumentException("the lock \"" + text + "\" cannot be taken: " + part.source() + " is "
                    + (value == null ? "null" : "blank") + ", and so it would be the same lock for everybody");
        }
        if (hasNoTextOfItsOwn(value)) {
            throw new IllegalArgumentException("the lock \"" + text + "\" cannot be taken: " + part.source() + " is a "
                    + value.getClass().getName() + ", which has no toString of its own; equal ones would be"
                    + " different locks. Name one of its properties");
        }
        return shown;
    }

    /** The text of such an object is its address. */
    private static boolean hasNoTextOfItsOwn(@Nullable Object value) {
        try {
            return value != null && value.getClass().getMethod("toString").getDeclaringClass() == Object.class;
        } catch (NoSuchMethodException everyObjectHasOne) {
            throw new AssertionError(everyObjectHasOne);
        }
    }

    static String describe(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    private static final class Reader {
        private final String template;
        private final Method method;
        private final KeyExpressions expressions;
        private final List<Part> parts = new ArrayList<>();

        Reader(String template, Method method, KeyExpressions expressions) {
            this.template = template;
            this.method = method;
            this.expressions = expressions;
        }

        List<Part> read() {
            StringBuilder literal = new StringBuilder();
            int at = 0;
            while (at < template.length()) {
                char c = template.charAt(at);
                boolean isExpression = template.startsWith("#{", at);
                if (c == '{' || isExpression) {
                    int open = isExpression ? at + 1 : at;
                    int close = closing(open);
                    flush(literal);
                    parts.add(hole(template.substring(open + 1, close).strip(), isExpression));
                    at = close + 1;
                } else if (c == '}') {
                    throw new IllegalArgumentException("there is a } without a { at character " + (at + 1));
                } else {
                    literal.append(c);
                    at++;
                }
            }
            flush(literal);
            return parts;
        }

        private void flush(StringBuilder literal) {
            if (!literal.isEmpty()) {
                parts.add(new Part(literal.toString(), null, null));
                literal.setLength(0);
            }
        }

        /** Braces within an expression belong to it. */
        private int closing(int open) {
            int depth = 0;
            for (int at = open; at < template.length(); at++) {
                depth += template.charAt(at) == '{' ? 1 : template.charAt(at) == '}' ? -1 : 0;
                if (depth == 0) {
                    return at;
                }
            }
            throw new IllegalArgumentException("the { at character " + (open + 1) + " is not closed");
        }

        private Part hole(String content, boolean isExpression) {
            if (content.isEmpty()) {
                throw new IllegalArgumentException("there is nothing between { and }; " + parametersInWords());
            }
            List<String> names = parameterNames();
            if (isExpression) {
                return new Part("", "#{" + content + "}", expressions.compile(content, method, names));
            }
            List<String> path = Arrays.asList(content.split("\\.", -1));
            int index = names.indexOf(path.get(0));
            if (index < 0) {
                throw new IllegalArgumentException(
                        "there is no parameter '" + path.get(0) + "'; " + parametersInWords());
            }
            PropertyPath property =
                    PropertyPath.of(method.getParameterTypes()[index], path.subList(1, path.size()), content);
            return new Part("", "{" + content + "}", arguments -> property.read(arguments[index]));
        }

        private List<String> parameterNames() {
            Parameter[] parameters = method.getParameters();
            if (parameters.length > 0 && !parameters[0].isNamePresent()) {
                throw new IllegalArgumentException("the names of the parameters are not in the class file; compile "
                        + method.getDeclaringClass().getName() + " with -parameters");
            }
            return Arrays.stream(parameters).map(Parameter::getName).toList();
        }

        private String parametersInWords() {
            List<String> names = parameterNames();
            return names.isEmpty() ? "the method has none" : "the parameters are " + String.join(", ", names);
        }
    }
}
