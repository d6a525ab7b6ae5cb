package dev.redlock.spring.fencing;

import dev.redlock.fencing.Fence;
import dev.redlock.fencing.http.FenceFilter;
import dev.redlock.fencing.propagation.TokenPropagator;
import dev.redlock.spring.RedlockProperties;
import dev.redlock.spring.RedlockProperties.Filter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;

/** The filter that looks at the tokens of incoming requests, if there is a fence to hold them against. */
@AutoConfiguration(after = RedlockFencingAutoConfiguration.class)
@ConditionalOnClass(jakarta.servlet.Filter.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnSingleCandidate(Fence.class)
@ConditionalOnExpression("!'${redlock.fencing.filter:off}'.equalsIgnoreCase('off')")
public final class FenceFilterAutoConfiguration {

    @Bean
    FilterRegistrationBean<FenceFilter> redlockFenceFilter(
            Fence fence, TokenPropagator propagator, RedlockProperties properties) {
        FenceFilter filter = properties.fencing().filter() == Filter.REQUIRE
                ? FenceFilter.requiring(fence, propagator)
                : FenceFilter.accepting(fence, propagator);
        FilterRegistrationBean<FenceFilter> registration = new FilterRegistrationBean<>(filter);
        registration.setUrlPatterns(properties.fencing().filterPatterns());
        return registration;
    }
}
