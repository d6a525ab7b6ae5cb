package dev.redlock.annotation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Names of locks are put together from arguments, and what cannot work is found when they are read. */
class KeyTemplateTest {
    record Order(long id, @Nullable Customer customer) {}

    record Customer(String name) {}

    /** Has getters. */
    public static final class Bean {
        public String getCode() {
            return "B7";
        }

        public boolean isUrgent() {
            return true;
        }
    }

    /** Has no text of its own. */
    static final class Opaque {}

    interface Service {
        void reserve(String productId, int optionId);

        void order(Order order, Bean bean);

        void opaque(Opaque thing, Object any, byte[] bytes);

        void none();
    }

    @Test
    void parameters_fill_the_holes() {
        assertThat(template("stock:{productId}:{ optionId }", "reserve").name(new Object[] {"p1", 7}))
                .isEqualTo("stock:p1:7");
        assertThat(template("{productId}", "reserve").name(new Object[] {UUID.fromString("0-0-0-0-1"), 7}))
                .isEqualTo("00000000-0000-0000-0000-000000000001");
    }

    @Test
    void properties_are_record_components_or_getters() {
        Object[] arguments = {new Order(42, new Customer("anna")), new Bean()};

        assertThat(template("{order.id}/{order.customer.name}/{bean.code}/{bean.urgent}", "order")
                        .name(arguments))
                .isEqualTo("42/anna/B7/true");
    }

    @Test
    void the_pattern_has_a_star_for_every_hole() {
        assertThat(template("stock:{productId}:{optionId}", "reserve").pattern())
                .isEqualTo("stock:*:*");
        assertThat(template("all", "none").pattern()).isEqualTo("all");
    }

    @Test
    void an_unknown_parameter_is_named_together_with_those_there_are() {
        refused("stock:{produktId}", "reserve")
                .withMessage("@DistributedLock(\"stock:{produktId}\") on Service.reserve: there is no parameter"
                        + " 'produktId'; the parameters are productId, optionId");
        refused("{x}", "none").withMessageContaining("the method has none");
    }

    @Test
    void an_unknown_property_is_named_with_its_type() {
        refused("{order.customer.nome}", "order")
                .withMessageContaining("Customer has no property 'nome'")
                .withMessageContaining("Service.order");
        refused("{order.}", "order").withMessageContaining("has no property ''");
    }

    @Test
    void bad_braces_and_blank_names_are_refused() {
        refused("stock:{productId", "reserve").withMessageContaining("the { at character 7 is not closed");
        refused("stock:productId}", "reserve").withMessageContaining("a } without a { at character 16");
        refused("stock:{}", "reserve").withMessageContaining("nothing between { and }");
        refused(" ", "reserve").withMessageContaining("blank");
        refused("{bytes}", "opaque").withMessageContaining("not one value");
    }

    @Test
    void an_expression_needs_something_that_understands_it() {
        refused("#{#productId}", "reserve").withMessageContaining("needs Spring");
    }

    @Test
    void a_class_without_parameter_names_is_told_what_to_do() throws Exception {
        // Classes of the JDK are compiled without them.
        Method method = String.class.getMethod("substring", int.class);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> KeyTemplate.parse("{beginIndex}", method, KeyExpressions.NONE))
                .withMessageContaining("compile java.lang.String with -parameters");
    }

    @Test
    void a_value_that_is_null_or_blank_is_never_part_of_a_name() {
        KeyTemplate key = template("stock:{productId}:{optionId}", "reserve");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> key.name(new Object[] {null, 7}))
                .withMessageContaining("{productId} is null");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> key.name(new Object[] {" ", 7}))
                .withMessageContaining("{productId} is blank");
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        template("{order.customer.name}", "order").name(new Object[] {new Order(1, null), new Bean()}))
                .withMessageContaining("{order.customer.name} is null");
    }

    @Test
    void an_object_whose_text_is_its_address_is_never_part_of_a_name() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> template("{thing}", "opaque").name(new Object[] {new Opaque(), "", new byte[0]}))
                .withMessageContaining("no toString of its own");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> template("{any}", "opaque").name(new Object[] {null, new int[0], new byte[0]}))
                .withMessageContaining("no toString of its own");
    }

    private static org.assertj.core.api.ThrowableAssertAlternative<IllegalArgumentException> refused(
            String template, String method) {
        return assertThatIllegalArgumentException().isThrownBy(() -> template(template, method));
    }

    private static KeyTemplate template(String template, String method) {
        Method found = Arrays.stream(Service.class.getMethods())
                .filter(each -> each.getName().equals(method))
                .findFirst()
                .orElseThrow();
        return KeyTemplate.parse(template, found, KeyExpressions.NONE);
    }
}
