package dev.redlock.mutants;

/**
 * A change to one file of the production source.
 *
 * @param file below {@code src/main} of the module, such as {@code java/dev/redlock/protocol/Ballot.java}
 * @param find occurs exactly once in that file
 */
public record Patch(String module, String file, String find, String replacement) {
    private static final String JAVA = "java/";
    private static final String RESOURCES = "resources/";

    public Patch {
        if (!file.startsWith(JAVA) && !file.startsWith(RESOURCES)) {
            throw new IllegalArgumentException("neither " + JAVA + " nor " + RESOURCES + ": " + file);
        }
        if (find.equals(replacement)) {
            throw new IllegalArgumentException("a patch of " + file + " that changes nothing");
        }
    }

    boolean isJava() {
        return file.startsWith(JAVA);
    }

    /** Where the file is found on the class path. */
    String pathOnClassPath() {
        return file.substring(file.indexOf('/') + 1);
    }

    /** @throws IllegalStateException if the source has changed, so that this patch no longer makes sense */
    String applyTo(String source) {
        int at = source.indexOf(find);
        if (at < 0 || source.indexOf(find, at + 1) >= 0) {
            throw new IllegalStateException(
                    (at < 0 ? "not found" : "found more than once") + " in " + file + ": " + find);
        }
        return source.substring(0, at) + replacement + source.substring(at + find.length());
    }
}
