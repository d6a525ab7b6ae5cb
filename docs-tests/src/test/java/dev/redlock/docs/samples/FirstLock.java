package dev.redlock.docs.samples;

// sample
import dev.redlock.LockHeldException;
import dev.redlock.Redlock;

public class FirstLock {
    public static void main(String[] args) {
        try (Redlock redlock = Redlock.connect(args[0].split(",", -1))) {
            String receipt = redlock.withLock("payout:42", lease -> "paid, token " + lease.token());
            System.out.println(receipt);
        } catch (LockHeldException held) {
            System.out.println("being paid by " + held.owner().orElse("somebody else"));
        }
    }
}
// end
