package dev.redlock.spring;

import dev.redlock.Lease;
import dev.redlock.Redlock;
import dev.redlock.annotation.CurrentLease;
import dev.redlock.annotation.DistributedLock;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** An application for a JVM in which AspectJ weaves. Prints what held the lock when. */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration({RedlockAutoConfiguration.class, DistributedLockAutoConfiguration.class})
public class WovenApplication {
    public static void main(String[] arguments) {
        Stock stock = new Stock();
        System.out.println("before: " + stock.throughItself("p0"));
        SpringApplication application = new SpringApplication(WovenApplication.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        try (ConfigurableApplicationContext context = application.run(arguments)) {
            System.out.println("bean: " + context.getBean(Stock.class).throughItself("p1"));
            System.out.println("object: " + stock.throughItself("p2"));
        }
    }

    @Bean
    Redlock redlock() {
        return Redlock.inMemory();
    }

    @Bean
    Stock stock() {
        return new Stock();
    }

    /** Calls itself, which no proxy sees. */
    public static class Stock {
        public String throughItself(String id) {
            return reserve(id);
        }

        @DistributedLock("stock:{id}")
        private String reserve(String id) {
            return id + " under " + CurrentLease.get().map(Lease::name).orElse("nothing");
        }
    }
}
