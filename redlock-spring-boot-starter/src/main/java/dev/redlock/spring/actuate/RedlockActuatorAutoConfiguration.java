package dev.redlock.spring.actuate;

import dev.redlock.Redlock;
import dev.redlock.spring.RedlockAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Health and the endpoint {@code locks}. */
@AutoConfiguration(after = RedlockAutoConfiguration.class)
@ConditionalOnBean(Redlock.class)
public final class RedlockActuatorAutoConfiguration {

    /** Where there are health indicators. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
    @ConditionalOnEnabledHealthIndicator("redlock")
    static class ForHealth {
        @Bean
        @ConditionalOnMissingBean
        RedlockHealthIndicator redlockHealthIndicator(Redlock redlock) {
            return new RedlockHealthIndicator(redlock);
        }
    }

    /** Where there are endpoints. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ConditionalOnAvailableEndpoint.class)
    static class ForEndpoints {
        @Bean
        @ConditionalOnAvailableEndpoint
        @ConditionalOnMissingBean
        LocksEndpoint locksEndpoint(Redlock redlock) {
            return new LocksEndpoint(redlock);
        }
    }
}
