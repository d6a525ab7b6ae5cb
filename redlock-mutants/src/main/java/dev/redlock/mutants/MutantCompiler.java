package dev.redlock.mutants;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Makes class files and resources of a mutant. Put before the ordinary ones on a class path, they replace what is broken.
 *
 * @param repository the folder with the modules in it
 * @param classPath of what the production code needs, itself included
 */
public record MutantCompiler(Path repository, String classPath) {

    /** For the modules next to the one that is being tested. */
    public static MutantCompiler ofThisBuild() {
        Path folder = Path.of("").toAbsolutePath();
        while (folder != null && !Files.isDirectory(folder.resolve("redlock-core/src/main/java"))) {
            folder = folder.getParent();
        }
        if (folder == null) {
            throw new IllegalStateException(
                    "no source of redlock-core above " + Path.of("").toAbsolutePath());
        }
        return new MutantCompiler(folder, System.getProperty("java.class.path"));
    }

    /**
     * Applies the patches and compiles.
     *
     * @param output an empty folder, or none yet
     * @return the folder with what differs from the ordinary classes and resources
     * @throws IllegalStateException if a patch does not fit its source any more, or the result does not compile
     */
    public Path compile(Mutant mutant, Path output) {
        try {
            Files.createDirectories(output);
            Path sources = Files.createDirectory(output.resolve("sources"));
            Path classes = Files.createDirectory(output.resolve("classes"));
            for (Patch patch : mutant.patches()) {
                apply(patch, (patch.isJava() ? sources : classes).resolve(patch.pathOnClassPath()));
            }
            compileAll(mutant, sources, classes);
            return classes;
        } catch (IOException e) {
            throw new UncheckedIOException("cannot build " + mutant, e);
        }
    }

    /** Starts from what an earlier patch of the same file has left, if there was one. */
    private void apply(Patch patch, Path target) throws IOException {
        Path source = repository.resolve(patch.module()).resolve("src/main").resolve(patch.file());
        Files.createDirectories(target.getParent());
        Files.writeString(target, patch.applyTo(Files.readString(Files.exists(target) ? target : source)));
    }

    private void compileAll(Mutant mutant, Path sources, Path classes) throws IOException {
        List<Path> files;
        try (var found = Files.walk(sources)) {
            files = found.filter(Files::isRegularFile).toList();
        }
        if (files.isEmpty()) {
            return;
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<String> options =
                List.of("--release", "17", "-proc:none", "-nowarn", "-g", "-cp", classPath, "-d", classes.toString());
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(
                            messages, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files))
                    .call();
            if (!compiled) {
                throw new IllegalStateException(mutant + " does not compile:\n" + messages);
            }
        }
    }
}
