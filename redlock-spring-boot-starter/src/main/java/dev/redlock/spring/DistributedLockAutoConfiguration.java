package dev.redlock.spring;

import dev.redlock.Redlock;
import dev.redlock.annotation.LockedMethod;
import dev.redlock.spring.RedlockProperties.Annotation;
import dev.redlock.spring.RedlockProperties.InsideTransaction;
import io.micrometer.observation.ObservationRegistry;
import org.aspectj.lang.Aspects;
import org.springframework.aop.config.AopConfigUtils;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableBeanFactory;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.context.annotation.Role;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.transaction.interceptor.BeanFactoryTransactionAttributeSourceAdvisor;

/** {@code @DistributedLock} on the methods of beans. */
@AutoConfiguration(after = RedlockAutoConfiguration.class)
public final class DistributedLockAutoConfiguration {

    /*
     * Proxies are made while other beans are made, so what they need is made before all others: from the environment, and
     * with nothing but providers of what it will need when the first call comes.
     */

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static LockedMethods redlockLockedMethods(ConfigurableBeanFactory beans) {
        return new LockedMethods(text -> {
            String resolved = beans.resolveEmbeddedValue(text);
            return resolved == null ? "" : resolved;
        });
    }

    @Bean
    @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
    static LockedCalls redlockLockedCalls(
            ObjectProvider<Redlock> redlock,
            ObjectProvider<ObservationRegistry> observations,
            Environment environment) {
        InsideTransaction insideTransaction = Binder.get(environment)
                .bind("redlock.annotation.inside-transaction", InsideTransaction.class)
                .orElse(InsideTransaction.REFUSE);
        return new LockedCalls(redlock, observations, insideTransaction);
    }

    /** What can be known only once all beans are there. */
    @Bean
    static SmartInitializingSingleton redlockStartUpCheck(LockedMethods methods, LockNames names) {
        return () -> {
            boolean hasLock = names.client() != null;
            for (LockedMethod method : methods.all()) {
                names.add(method.key());
                if (!hasLock) {
                    throw new IllegalStateException("there is no Redlock for @DistributedLock(\"" + method.key()
                            + "\") on " + method.method().getDeclaringClass().getSimpleName() + "."
                            + method.method().getName() + "; set redlock.nodes, or define a bean");
                }
            }
        };
    }

    /** Through the proxies of beans. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "redlock.annotation.mode", havingValue = "proxy", matchIfMissing = true)
    @Import(ProxyCreator.class)
    static class ByProxy {

        @Bean
        @Role(BeanDefinition.ROLE_INFRASTRUCTURE)
        static DistributedLockAdvisor redlockAdvisor(
                LockedMethods methods, LockedCalls calls, Environment environment) {
            int order = Binder.get(environment)
                    .bind("redlock.annotation.order", Integer.class)
                    .orElse(Annotation.DEFAULT_ORDER);
            return new DistributedLockAdvisor(methods, calls, order);
        }

        /** The lock has to be outside, or it would be free before what it protects is committed. */
        @Bean
        @ConditionalOnClass(BeanFactoryTransactionAttributeSourceAdvisor.class)
        static SmartInitializingSingleton redlockTransactionOrderCheck(
                DistributedLockAdvisor lock,
                ObjectProvider<BeanFactoryTransactionAttributeSourceAdvisor> transactions) {
            return () -> transactions.orderedStream().forEach(transaction -> {
                if (lock.getOrder() >= transaction.getOrder()) {
                    throw new IllegalStateException("redlock.annotation.order is " + lock.getOrder()
                            + ", and that of transactions is " + transaction.getOrder()
                            + ": locks would be taken inside"
                            + " transactions, and released before they commit. It must be smaller");
                }
            });
        }
    }

    /** Through classes that AspectJ has woven. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "redlock.annotation.mode", havingValue = "aspectj")
    @ConditionalOnClass(Aspects.class)
    static class ByWeaving {

        @Bean
        static DisposableBean redlockWovenAspect(LockedMethods methods, LockedCalls calls) {
            DistributedLockAspect.connect(methods, calls);
            return DistributedLockAspect::disconnect;
        }
    }

    /** There is one already if transactions or the like are there; this is for when nothing else asks for it. */
    static final class ProxyCreator implements ImportBeanDefinitionRegistrar {
        @Override
        public void registerBeanDefinitions(AnnotationMetadata metadata, BeanDefinitionRegistry registry) {
            AopConfigUtils.registerAutoProxyCreatorIfNecessary(registry);
            AopConfigUtils.forceAutoProxyCreatorToUseClassProxying(registry);
        }
    }
}
