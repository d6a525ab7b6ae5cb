package dev.redlock.examples.payout.demo;

import dev.redlock.LockHeldException;
import dev.redlock.LockStatus;
import dev.redlock.NodeHealth;
import dev.redlock.Redlock;
import dev.redlock.fencing.jdbc.JdbcFence;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.CommandLineRunner;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** What the page asks for. */
@RestController
@ConditionalOnProperty("payout.demo")
class DemoController implements CommandLineRunner {
    private static final List<String> PAYEES = List.of("anna", "boris", "chen");
    private static final int FIRST_DEALS = 4;

    private final Redlock redlock;
    private final JdbcFence fence;
    private final DataSource dataSource;
    private final JdbcClient jdbc;
    private volatile Optional<StoppedHolder> stopped = Optional.empty();
    private final AtomicInteger deals = new AtomicInteger();

    DemoController(Redlock redlock, JdbcFence fence, DataSource dataSource, JdbcClient jdbc) {
        this.redlock = redlock;
        this.fence = fence;
        this.dataSource = dataSource;
        this.jdbc = jdbc;
    }

    record DealView(
            String id,
            String payee,
            long amount,
            String state,
            @Nullable Long token,
            @Nullable Long fence) {}

    record AccountView(String id, long balance) {}

    record LockView(String name, String owner, @Nullable Long token, long remainingMillis) {}

    record State(
            List<DealView> deals,
            List<AccountView> accounts,
            List<LockView> locks,
            List<NodeHealth> nodes,
            Optional<StoppedHolder.View> stopped) {}

    @Override
    public void run(String... arguments) {
        insertAccount("escrow", 1_000_000);
        PAYEES.forEach(payee -> insertAccount(payee, 0));
        deals.set(jdbc.sql("SELECT COUNT(*) FROM deal").query(Integer.class).single());
        while (deals.get() < FIRST_DEALS) {
            newDeal();
        }
    }

    @GetMapping("/demo/state")
    State state() {
        return new State(
                jdbc.sql("SELECT d.id, d.payee, d.amount, d.state, d.token, f.token AS fence FROM deal d"
                                + " LEFT JOIN redlock_fence f ON f.resource = 'payout:' || d.id ORDER BY d.id")
                        .query((row, number) -> deal(row))
                        .list(),
                jdbc.sql("SELECT id, balance FROM account ORDER BY id <> 'escrow', id")
                        .query((row, number) -> new AccountView(row.getString("id"), row.getLong("balance")))
                        .list(),
                redlock.locks().stream().flatMap(lock -> view(lock).stream()).toList(),
                redlock.nodes(),
                stopped.map(StoppedHolder::view));
    }

    @PostMapping("/demo/deals")
    void newDeal() {
        int number = deals.incrementAndGet();
        jdbc.sql("INSERT INTO deal (id, payee, amount, state) VALUES (?, ?, ?, 'FUNDED')")
                .params(String.format("D%03d", number), PAYEES.get(number % PAYEES.size()), 1_000L * number)
                .update();
    }

    @PostMapping("/demo/stopped/{dealId}")
    ResponseEntity<?> stop(@PathVariable("dealId") String dealId) {
        stopped.ifPresent(StoppedHolder::goOn);
        try {
            stopped = Optional.of(StoppedHolder.stopBeforeWriting(dealId, redlock, fence, dataSource));
            return ResponseEntity.noContent().build();
        } catch (LockHeldException e) {
            return ResponseEntity.status(HttpStatus.CONFLICT)
                    .body(ProblemDetail.forStatusAndDetail(HttpStatus.CONFLICT, String.valueOf(e.getMessage())));
        }
    }

    @PostMapping("/demo/stopped/go-on")
    void goOn() {
        stopped.ifPresent(StoppedHolder::goOn);
    }

    private static DealView deal(ResultSet row) throws SQLException {
        return new DealView(
                row.getString("id"),
                row.getString("payee"),
                row.getLong("amount"),
                row.getString("state"),
                row.getObject("token", Long.class),
                row.getObject("fence", Long.class));
    }

    private void insertAccount(String id, long opening) {
        jdbc.sql("INSERT INTO account (id, opening, balance) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING")
                .params(id, opening, opening)
                .update();
    }

    private static Optional<LockView> view(LockStatus status) {
        return status.holder()
                .map(holder -> new LockView(
                        status.name(),
                        holder.owner(),
                        holder.token().map(token -> token.value()).orElse(null),
                        holder.remaining().toMillis()));
    }
}
