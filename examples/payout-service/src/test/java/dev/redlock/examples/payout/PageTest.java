package dev.redlock.examples.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.redlock.support.Browser;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** The page, in a real browser, with the servers that come along. */
class PageTest {
    private static final Path PICTURES = Path.of("target", "page");
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static ConfigurableApplicationContext application;
    private static Browser browser;

    @BeforeAll
    static void start() throws Exception {
        Optional<Path> chromium = Browser.installed();
        assumeTrue(chromium.isPresent(), "no Chromium on the path: the page is not looked at");
        application = new SpringApplicationBuilder(PayoutServiceApplication.class)
                .profiles("local")
                .run("--server.port=0", "--spring.main.banner-mode=off");
        browser = new Browser(chromium.get());
        Files.createDirectories(PICTURES);
    }

    @AfterAll
    static void stop() throws Exception {
        if (browser != null) {
            browser.close();
        }
        if (application != null) {
            application.close();
        }
    }

    @Test
    void a_holder_that_was_stopped_is_refused_after_somebody_else_has_paid() throws Exception {
        open(1200, 900, false);
        await().atMost(PATIENCE)
                .until(() ->
                        ask("document.querySelectorAll('#deals tr').length").equals("4"));
        assertThat(ask("document.querySelectorAll('#nodes .good').length")).isEqualTo("3");

        click("stop");
        await().atMost(PATIENCE).until(() -> text("locks").contains("payout:D001"));
        assertThat(text("verdict")).contains("is stopped before it writes");
        picture("stopped");
        await().atMost(PATIENCE).until(() -> enabled("overtake"));
        click("overtake");
        await().atMost(PATIENCE).until(() -> enabled("goOn"));
        assertThat(text("deals")).contains("PAID");
        click("goOn");
        await().atMost(PATIENCE).until(() -> text("verdict").contains("was refused"));
        picture("refused");

        assertThat(text("verdict")).contains("Nothing was written");
        assertThat(text("accounts")).contains("9,990.00");
        // The browser notes every 409; to the page it means to try again.
        assertThat(browser.errors()).allMatch(error -> error.contains("status of 409"));
    }

    @Test
    void it_fits_a_phone_and_is_dark_at_night() throws Exception {
        open(390, 844, true);
        await().atMost(PATIENCE).until(() -> !text("deals").isEmpty());
        picture("phone");

        assertThat(ask("document.documentElement.scrollWidth <= window.innerWidth"))
                .isEqualTo("true");
        assertThat(ask("getComputedStyle(document.body).backgroundColor")).isEqualTo("rgb(20, 23, 26)");
        assertThat(browser.errors()).isEmpty();
    }

    private static void open(int width, int height, boolean dark) {
        String port = application.getEnvironment().getRequiredProperty("local.server.port");
        browser.show(URI.create("http://127.0.0.1:" + port + "/"), width, height, dark);
    }

    private static String ask(String expression) {
        return browser.ask(expression);
    }

    private static String text(String id) {
        return ask("document.getElementById('" + id + "').textContent");
    }

    private static boolean enabled(String id) {
        return ask("!document.getElementById('" + id + "').disabled").equals("true");
    }

    private static void click(String id) {
        ask("document.getElementById('" + id + "').click()");
    }

    private static void picture(String name) throws Exception {
        browser.screenshot(PICTURES.resolve(name + ".png"));
    }
}
