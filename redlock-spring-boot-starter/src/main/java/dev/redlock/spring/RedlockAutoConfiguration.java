package dev.redlock.spring;

import dev.redlock.Redlock;
import dev.redlock.RedlockBuilder;
import dev.redlock.RedlockListener;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.ssl.SslManagerBundle;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;

/**
 * A {@link Redlock} from {@code redlock.*} properties, unless the application defines one.
 *
 * <p>It is closed, and with it all locks are released, when the beans are destroyed. The web server has ended its requests by
 * then, and the schedulers their tasks, if they are set to wait for them.
 */
@AutoConfiguration(after = SslAutoConfiguration.class)
@EnableConfigurationProperties(RedlockProperties.class)
public final class RedlockAutoConfiguration {

    @Bean
    LockNames redlockLockNames(ObjectProvider<Redlock> redlock) {
        return new LockNames(redlock);
    }

    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    @Conditional(OnNodes.class)
    Redlock redlock(
            RedlockProperties properties,
            Environment environment,
            ObjectProvider<SslBundles> bundles,
            ObjectProvider<RedlockListener> listeners,
            ObjectProvider<RedlockBuilderCustomizer> customizers) {
        RedlockBuilder builder = builder(properties, environment);
        if (properties.sslBundle() != null) {
            SslManagerBundle managers =
                    bundles.getObject().getBundle(properties.sslBundle()).getManagers();
            builder.tls(managers.getTrustManagerFactory(), managers.getKeyManagerFactory());
        }
        List<RedlockListener> told = listeners.orderedStream().toList();
        if (!told.isEmpty()) {
            builder.listener(told.size() == 1 ? told.get(0) : new Listeners(told));
        }
        customizers.orderedStream().forEach(customizer -> customizer.customize(builder));
        return builder.connect();
    }

    private static RedlockBuilder builder(RedlockProperties properties, Environment environment) {
        RedlockBuilder builder = Redlock.builder()
                .nodes(properties.nodes().stream()
                        .map(node -> NodeUri.withCredentials(node, properties.username(), properties.password()))
                        .toArray(String[]::new))
                .defaults(properties.defaults())
                .maxTtl(properties.maxTtl())
                .connectTimeout(properties.connectTimeout())
                .closeTimeout(properties.closeTimeout())
                .keyPrefix(properties.keyPrefix());
        properties.options().forEach(builder::policy);
        if (properties.owner() != null) {
            builder.owner(properties.owner());
        } else if (environment.containsProperty("spring.application.name")) {
            builder.owner(
                    environment.getRequiredProperty("spring.application.name") + "@" + OwnerLabel.ofThisProcess());
        }
        return builder;
    }

    /** Whether there are nodes, written in one line or as a list. */
    static final class OnNodes extends SpringBootCondition {
        @Override
        public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
            boolean found = Binder.get(context.getEnvironment())
                    .bind("redlock.nodes", Bindable.listOf(String.class))
                    .map(nodes -> !nodes.isEmpty())
                    .orElse(false);
            return new ConditionOutcome(found, found ? "redlock.nodes is set" : "redlock.nodes is not set");
        }
    }
}
