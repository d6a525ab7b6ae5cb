package dev.redlock.spring.fencing;

import dev.redlock.Redlock;
import dev.redlock.fencing.FenceListener;
import dev.redlock.fencing.guard.GuardedOperations;
import dev.redlock.fencing.idempotency.JdbcIdempotency;
import dev.redlock.fencing.jdbc.FencingSchema;
import dev.redlock.fencing.jdbc.JdbcFence;
import dev.redlock.fencing.propagation.TokenPropagator;
import dev.redlock.fencing.propagation.TokenSigner;
import dev.redlock.spring.RedlockAutoConfiguration;
import dev.redlock.spring.RedlockProperties;
import dev.redlock.spring.RedlockProperties.Schema;
import io.micrometer.observation.ObservationRegistry;
import java.sql.SQLException;
import java.util.Base64;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.ExchangeFilterFunction;

/** Fence, idempotency keys and guarded operations on the data source, and tokens in requests. */
@AutoConfiguration(
        after = RedlockAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration",
            "dev.redlock.spring.metrics.RedlockMetricsAutoConfiguration"
        })
public final class RedlockFencingAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    TokenPropagator redlockTokenPropagator(RedlockProperties properties) {
        String key = properties.fencing().signingKey();
        if (key == null) {
            return TokenPropagator.unsigned();
        }
        try {
            byte[] secret = Base64.getDecoder().decode(key);
            return TokenPropagator.signedBy(
                    TokenSigner.signingWith(properties.fencing().signingKeyId(), secret));
        } catch (IllegalArgumentException e) {
            // Without the cause: it may quote the key.
            throw new IllegalArgumentException(
                    "redlock.fencing.signing-key must be Base64 of at least 32 random bytes; make one with: openssl rand"
                            + " -base64 32");
        }
    }

    /** Where there is a database. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(DataSourceUtils.class)
    @ConditionalOnSingleCandidate(DataSource.class)
    static class InDatabase {

        @Bean
        @ConditionalOnMissingBean
        JdbcFence redlockFence(DataSource dataSource, RedlockProperties properties, ObjectProvider<FenceListener> told)
                throws SQLException {
            if (properties.fencing().schema() == Schema.CREATE) {
                FencingSchema.create(dataSource);
            } else if (properties.fencing().schema() == Schema.VERIFY) {
                FencingSchema.verify(dataSource);
            }
            return JdbcFence.on(dataSource)
                    .withListener((resource, token, newest) ->
                            told.orderedStream().forEach(listener -> listener.onRefused(resource, token, newest)));
        }

        @Bean
        @ConditionalOnMissingBean
        JdbcIdempotency redlockIdempotency(DataSource dataSource) {
            return JdbcIdempotency.on(dataSource);
        }

        @Bean
        @ConditionalOnMissingBean
        @ConditionalOnBean(Redlock.class)
        GuardedOperations redlockGuardedOperations(
                Redlock redlock,
                DataSource dataSource,
                JdbcFence fence,
                JdbcIdempotency idempotency,
                ObjectProvider<ObservationRegistry> observations) {
            GuardedOperations operations = new GuardedOperations(redlock, dataSource, fence, idempotency);
            ObservationRegistry registry = observations.getIfAvailable();
            return registry == null ? operations : operations.observedBy(new ObservedOperations(registry));
        }
    }

    /** Where there are REST clients. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RestClient.class)
    static class ForRestClients {
        @Bean
        @ConditionalOnMissingBean
        FencedRequestInterceptor redlockRequestInterceptor(TokenPropagator propagator, RedlockProperties properties) {
            return properties.fencing().sendTo().isEmpty()
                    ? new FencedRequestInterceptor(propagator)
                    : new FencedRequestInterceptor(
                            propagator, new HostPatterns(properties.fencing().sendTo()));
        }

        /** Only if somebody has said whom to send tokens: the names of locks are nobody else's business. */
        @Configuration(proxyBeanMethods = false)
        @ConditionalOnClass(RestClientCustomizer.class)
        static class AllOfThem {
            @Bean
            RestClientCustomizer redlockRestClientCustomizer(
                    FencedRequestInterceptor interceptor, RedlockProperties properties) {
                return builder -> {
                    if (!properties.fencing().sendTo().isEmpty()) {
                        builder.requestInterceptor(interceptor);
                    }
                };
            }
        }
    }

    /** Where there are reactive clients. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(ExchangeFilterFunction.class)
    static class ForWebClients {
        @Bean
        @ConditionalOnMissingBean
        FencedExchangeFilter redlockExchangeFilter(TokenPropagator propagator) {
            return new FencedExchangeFilter(propagator);
        }
    }
}
