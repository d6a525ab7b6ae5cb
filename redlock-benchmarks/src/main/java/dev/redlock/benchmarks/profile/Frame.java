package dev.redlock.benchmarks.profile;

/**
 * One method on a stack.
 *
 * @param type the full name of its class
 */
record Frame(String type, String method) {

    boolean isIn(String packageName) {
        return type.startsWith(packageName + ".");
    }

    /** Of ours, but not of what measures it. */
    boolean isOurs() {
        return isIn("dev.redlock") && !isIn("dev.redlock.benchmarks");
    }

    /** Without the package and without what the compiler adds. */
    String shortName() {
        String simple = type.substring(type.lastIndexOf('.') + 1).replace('$', '.');
        String lambda = "lambda$";
        String name = method.startsWith(lambda)
                ? method.substring(lambda.length(), Math.max(lambda.length(), method.lastIndexOf('$')))
                : method;
        return simple + (name.equals("<init>") ? " (new)" : "." + name);
    }
}
