package dev.redlock.spring;

import dev.redlock.annotation.CurrentLease;
import dev.redlock.annotation.DistributedLock;
import dev.redlock.annotation.OnHeld;
import java.util.Locale;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

/** An application with a job, to be started several times. It prints every run of the job and the tick that it belongs to. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@EnableScheduling
public class TickApplication {
    static final int SECONDS = 2;

    public static void main(String[] arguments) {
        SpringApplication application = new SpringApplication(TickApplication.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.run(arguments);
    }

    @Bean
    Jobs jobs() {
        return new Jobs();
    }

    /** The same job twice: once as it should be, once as a control. */
    public static class Jobs {
        @Scheduled(cron = "*/" + SECONDS + " * * * * *")
        @DistributedLock(value = "job", onHeld = OnHeld.SKIP, holdAtLeast = "1s")
        public void locked() {
            print("locked", CurrentLease.token().value());
        }

        @Scheduled(cron = "*/" + SECONDS + " * * * * *")
        public void unlocked() {
            print("unlocked", 0);
        }

        /** A timer is late by a little, never by half a turn. */
        private static void print(String which, long token) {
            long tick = Math.round(System.currentTimeMillis() / 1000.0 / SECONDS);
            System.out.println(String.format(Locale.ROOT, "TICK %s %d %d", which, tick, token));
        }
    }
}
