package dev.redlock.spring;

import dev.redlock.Redlock;
import dev.redlock.annotation.KeyTemplate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;

/**
 * Names of locks as few as metrics can bear: the template of an annotation, else the pattern of a policy, else
 * {@value #OTHER}. Never a name itself, of which there may be millions.
 */
public final class LockNames {
    /** Whatever has neither template nor policy. */
    public static final String OTHER = "other";

    private final ObjectProvider<Redlock> redlock;
    private final Map<String, Pattern> templates = new ConcurrentSkipListMap<>();
    private volatile @Nullable Redlock client;

    LockNames(ObjectProvider<Redlock> redlock) {
        this.redlock = redlock;
    }

    /** Takes note of a template. One that begins with a hole would fit everything, so it fits nothing. */
    void add(KeyTemplate template) {
        String pattern = template.pattern();
        if (!pattern.startsWith("*")) {
            String regex = Pattern.quote(pattern).replace("*", "\\E.*\\Q");
            templates.put(template.toString(), Pattern.compile(regex));
        }
    }

    /** By what metrics call a lock of these names. */
    public String of(List<String> names) {
        String name = names.get(0);
        for (Map.Entry<String, Pattern> template : templates.entrySet()) {
            if (template.getValue().matcher(name).matches()) {
                return template.getKey();
            }
        }
        Redlock known = client();
        return known == null ? OTHER : known.policyOf(name).orElse(OTHER);
    }

    /** Kept: a lock that is being closed still tells of releases, and cannot be asked for any more. */
    @Nullable
    Redlock client() {
        Redlock known = client;
        if (known == null) {
            known = redlock.getIfAvailable();
            client = known;
        }
        return known;
    }
}
