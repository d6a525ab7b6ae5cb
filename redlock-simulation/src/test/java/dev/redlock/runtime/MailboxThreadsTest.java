package dev.redlock.runtime;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.redlock.mutants.Catalogue;
import dev.redlock.mutants.MutantCompiler;
import dev.redlock.mutants.MutantLoader;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the simulator cannot show, because it has one thread: the mailbox is where the threads of a client meet. */
class MailboxThreadsTest {
    @TempDir
    Path folder;

    @Test
    void no_order_of_threads_loses_a_task_or_runs_two_at_once() {
        assertThatCode(() -> new MailboxUnderLincheck().run()).doesNotThrowAnyException();
    }

    @Test
    void without_the_lock_a_task_is_lost() throws Exception {
        Path classes = MutantCompiler.ofThisBuild().compile(Catalogue.byId("M40"), folder);
        try (MutantLoader loader = new MutantLoader(classes)) {
            Runnable broken = (Runnable) loader.loadClass(MailboxUnderLincheck.class.getName())
                    .getDeclaredConstructor()
                    .newInstance();

            assertThatThrownBy(broken::run).hasMessageContaining("of");
        }
    }
}
