package dev.redlock.mutants;

import java.io.File;
import java.io.UncheckedIOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads a mutant in a JVM that runs the ordinary code, too. All classes below {@code dev.redlock} are loaded anew, so that the
 * broken ones and those that call them are of one loader; everything else is shared.
 */
public final class MutantLoader extends URLClassLoader {
    private static final String OURS = "dev.redlock.";

    static {
        registerAsParallelCapable();
    }

    /** @param classes what {@link MutantCompiler#compile} returned */
    public MutantLoader(Path classes) {
        super(urls(classes), MutantLoader.class.getClassLoader());
    }

    private static URL[] urls(Path classes) {
        List<URL> urls = new ArrayList<>();
        try {
            urls.add(classes.toUri().toURL());
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
                urls.add(Path.of(entry).toUri().toURL());
            }
        } catch (MalformedURLException e) {
            throw new UncheckedIOException(e);
        }
        return urls.toArray(URL[]::new);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith(OURS)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : findClass(name);
        }
    }

    /** The mutated scripts come before the ordinary ones. */
    @Override
    public URL getResource(String name) {
        URL own = findResource(name);
        return own != null ? own : super.getResource(name);
    }
}
