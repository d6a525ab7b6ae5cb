package dev.redlock.testkit.redis;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.commons.support.AnnotationSupport;

/** Starts the nodes that {@link RedisNodes} asks for. The store closes them, also when a test or its set-up failed. */
final class RedisNodesExtension implements BeforeAllCallback, BeforeEachCallback, ParameterResolver {
    private static final Namespace NAMESPACE = Namespace.create(RedisNodesExtension.class);

    @Override
    public void beforeAll(ExtensionContext context) {
        startIfAsked(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        if (!startIfAsked(context)) {
            currentSet(context).ifPresent(RedisNodeSet::reset);
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Type type = parameter.getParameter().getParameterizedType();
        return type == RedisNodeSet.class || type == RedisNode[].class || isListOfNodes(type);
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        RedisNodeSet set = currentSet(context)
                .orElseThrow(() -> new ParameterResolutionException(
                        "no Redis nodes are started yet: put @RedisNodes on the class, not only on a test"));
        Class<?> type = parameter.getParameter().getType();
        if (type == RedisNodeSet.class) {
            return set;
        }
        return type == List.class ? set.nodes() : set.nodes().toArray(RedisNode[]::new);
    }

    /** Puts the set into the store of the class or method that carries the annotation, where it hides outer sets. */
    private static boolean startIfAsked(ExtensionContext context) {
        Optional<AnnotatedElement> element = context.getElement();
        Optional<RedisNodes> asked = AnnotationSupport.findAnnotation(element, RedisNodes.class);
        asked.ifPresent(
                nodes -> store(context).put(RedisNodeSet.class, RedisNodeSet.start(nodes.value(), nodes.arguments())));
        return asked.isPresent();
    }

    private static Optional<RedisNodeSet> currentSet(ExtensionContext context) {
        return Optional.ofNullable(store(context).get(RedisNodeSet.class, RedisNodeSet.class));
    }

    private static Store store(ExtensionContext context) {
        return context.getStore(NAMESPACE);
    }

    private static boolean isListOfNodes(Type type) {
        return type instanceof ParameterizedType list
                && list.getRawType() == List.class
                && list.getActualTypeArguments()[0] == RedisNode.class;
    }
}
