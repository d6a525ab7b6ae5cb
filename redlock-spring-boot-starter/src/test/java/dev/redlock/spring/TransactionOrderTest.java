package dev.redlock.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.redlock.Redlock;
import dev.redlock.annotation.CurrentLease;
import dev.redlock.annotation.DistributedLock;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** The lock is taken before the transaction begins, and released after it has ended. */
class TransactionOrderTest {
    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(
                    DataSourceAutoConfiguration.class,
                    DataSourceTransactionManagerAutoConfiguration.class,
                    TransactionAutoConfiguration.class,
                    RedlockAutoConfiguration.class,
                    DistributedLockAutoConfiguration.class))
            .withPropertyValues("spring.datasource.url=jdbc:h2:mem:order")
            .withUserConfiguration(App.class);

    @Configuration(proxyBeanMethods = false)
    static class App {
        @Bean
        Redlock redlock() {
            return Redlock.inMemory();
        }

        @Bean
        Accounts accounts(Redlock redlock) {
            return new Accounts(redlock);
        }

        @Bean
        Transactions transactions() {
            return new Transactions();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableTransactionManagement(order = 5)
    static class TransactionsFirst {}

    static class Accounts {
        private final List<String> seen = new CopyOnWriteArrayList<>();
        private final Redlock redlock;

        Accounts(Redlock redlock) {
            this.redlock = redlock;
        }

        /** A proxy has the fields of its own class, not those of its target. */
        public List<String> seen() {
            return seen;
        }

        @DistributedLock("account:{id}")
        public void bookQuietly(String id) {
            seen.add("quietly");
        }

        @Transactional
        @DistributedLock("account:{id}")
        public void book(String id) {
            seen.add("in transaction " + TransactionSynchronizationManager.isActualTransactionActive());
            TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
                @Override
                public void afterCompletion(int status) {
                    boolean held = redlock.inspect("account:" + id).holder().isPresent();
                    boolean current = CurrentLease.get().orElseThrow().isValid();
                    seen.add("committed " + (status == STATUS_COMMITTED) + ", still locked " + (held && current));
                }
            });
        }
    }

    static class Transactions {
        @Transactional
        public void run(Runnable action) {
            action.run();
        }
    }

    @Test
    void the_lock_is_held_until_the_transaction_has_committed() {
        application.run(context -> {
            Accounts accounts = context.getBean(Accounts.class);

            accounts.book("7");

            assertThat(accounts.seen()).containsExactly("in transaction true", "committed true, still locked true");
            assertThat(context.getBean(Redlock.class).tryAcquire("account:7")).isPresent();
        });
    }

    @Test
    void a_lock_inside_an_active_transaction_is_refused() {
        application.run(context -> {
            assertThatIllegalStateException()
                    .isThrownBy(() -> context.getBean(Transactions.class)
                            .run(() -> context.getBean(Accounts.class).book("7")))
                    .withMessageContaining("would be taken inside a transaction")
                    .withMessageContaining("inside-transaction=warn");
            assertThat(context.getBean(Accounts.class).seen()).isEmpty();
        });
    }

    @Test
    void a_lock_inside_an_active_transaction_can_be_let_pass() {
        application
                .withPropertyValues("redlock.annotation.inside-transaction=warn")
                .run(context -> {
                    context.getBean(Transactions.class)
                            .run(() -> context.getBean(Accounts.class).bookQuietly("7"));

                    assertThat(context.getBean(Accounts.class).seen()).containsExactly("quietly");
                });
    }

    @Test
    void a_lock_that_was_taken_before_the_transaction_is_joined_inside_it() {
        application.run(context -> {
            Redlock redlock = context.getBean(Redlock.class);
            CurrentLease.within(redlock.acquire("account:7"), lease -> {
                context.getBean(Transactions.class)
                        .run(() -> context.getBean(Accounts.class).bookQuietly("7"));
                return lease.release();
            });

            assertThat(context.getBean(Accounts.class).seen()).containsExactly("quietly");
        });
    }

    @Test
    void an_order_that_puts_the_lock_inside_keeps_the_application_from_starting() {
        application
                .withPropertyValues("redlock.annotation.order=2147483647")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasMessageContaining("locks would be taken inside transactions"));
        application
                .withUserConfiguration(TransactionsFirst.class)
                .run(context -> assertThat(context).getFailure().hasMessageContaining("that of transactions is 5"));
    }
}
