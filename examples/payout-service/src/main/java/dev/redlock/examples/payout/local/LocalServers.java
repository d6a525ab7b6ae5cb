package dev.redlock.examples.payout.local;

import dev.redlock.testkit.redis.RedisNodeSet;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * With the profile "local": three Redis nodes and a PostgreSQL, unless the properties name others. They end with the process,
 * after the application.
 */
public final class LocalServers implements ApplicationContextInitializer<ConfigurableApplicationContext> {
    private static final Logger LOG = LoggerFactory.getLogger(LocalServers.class);

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        ConfigurableEnvironment environment = context.getEnvironment();
        if (!environment.matchesProfiles("local")) {
            return;
        }
        Map<String, Object> found = new LinkedHashMap<>();
        if (!environment.containsProperty("redlock.nodes") && !environment.containsProperty("redlock.nodes[0]")) {
            RedisNodeSet nodes = RedisNodeSet.start(3);
            SpringApplication.getShutdownHandlers().add(nodes::close);
            found.put("redlock.nodes", String.join(",", nodes.uris()));
        }
        if (!environment.containsProperty("spring.datasource.url")) {
            EmbeddedPostgres database = start();
            SpringApplication.getShutdownHandlers().add(() -> close(database));
            found.put("spring.datasource.url", database.getJdbcUrl("postgres", "postgres"));
        }
        if (!found.isEmpty()) {
            LOG.warn("Started servers for this run alone, which forget everything when it ends: {}", found);
            environment.getPropertySources().addFirst(new MapPropertySource("local servers", found));
        }
    }

    private static EmbeddedPostgres start() {
        try {
            return EmbeddedPostgres.builder().start();
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL did not start", e);
        }
    }

    private static void close(EmbeddedPostgres database) {
        try {
            database.close();
        } catch (IOException e) {
            LOG.warn("PostgreSQL was not closed.", e);
        }
    }
}
