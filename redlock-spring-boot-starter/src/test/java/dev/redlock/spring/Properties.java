package dev.redlock.spring;

import java.util.Map;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** Properties whose names have a colon, which ends a name where properties are written in one text. */
public final class Properties {
    private Properties() {}

    public static ApplicationContextInitializer<ConfigurableApplicationContext> of(Map<String, Object> values) {
        return context ->
                context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("of the test", values));
    }
}
