package dev.redlock.spring.metrics;

import dev.redlock.Redlock;
import dev.redlock.fencing.FenceListener;
import dev.redlock.spring.LockNames;
import dev.redlock.spring.RedlockAutoConfiguration;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Metrics, where there is a registry for them. */
@AutoConfiguration(
        after = RedlockAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration"
        })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
public final class RedlockMetricsAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    RedlockMetrics redlockMetrics(MeterRegistry registry, LockNames names) {
        return new RedlockMetrics(registry, names);
    }

    /** When the lock is there: it needs the metrics, so the metrics cannot need it. */
    @Bean
    SmartInitializingSingleton redlockNodeMetrics(ObjectProvider<Redlock> redlock, MeterRegistry registry) {
        return () -> redlock.ifAvailable(client -> new NodeMetrics(client).bindTo(registry));
    }

    @Bean
    FenceListener redlockFenceMetrics(MeterRegistry registry, LockNames names) {
        return (resource, token, newest) -> Counter.builder(RedlockMetrics.REFUSED)
                .description("Tokens that a fence refused")
                .tag("lock", names.of(List.of(resource)))
                .register(registry)
                .increment();
    }
}
