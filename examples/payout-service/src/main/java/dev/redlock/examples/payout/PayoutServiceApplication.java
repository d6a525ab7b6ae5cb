package dev.redlock.examples.payout;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.scheduling.annotation.EnableScheduling;

/** Starts the service. */
@SpringBootApplication
@EnableScheduling
public class PayoutServiceApplication {
    public static void main(String[] arguments) {
        SpringApplication.run(PayoutServiceApplication.class, arguments);
    }
}
