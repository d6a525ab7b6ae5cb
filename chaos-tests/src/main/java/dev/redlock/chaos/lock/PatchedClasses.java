package dev.redlock.chaos.lock;

import dev.redlock.Redlock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Loads our lock a second time, with the classes of a mutant before those of the library. What both sides talk about, which
 * is {@link LockUnderTest} and its spec, comes from outside.
 */
final class PatchedClasses extends URLClassLoader {
    private static final String OURS = "dev.redlock.";
    private static final String HARNESS = "dev.redlock.chaos.";
    private static final String ADAPTER = RedlockUnderTest.class.getName();

    private PatchedClasses(List<URL> urls) {
        super(urls.toArray(URL[]::new), PatchedClasses.class.getClassLoader());
    }

    static LockUnderTest open(LockSpec spec) {
        if (spec.patched().isEmpty()) {
            return new RedlockUnderTest(spec);
        }
        try {
            List<URL> urls = new ArrayList<>();
            urls.add(Path.of(spec.patched().get()).toUri().toURL());
            urls.add(placeOf(Redlock.class));
            urls.add(placeOf(RedlockUnderTest.class));
            PatchedClasses classes = new PatchedClasses(urls);
            var constructor = classes.loadClass(ADAPTER).getDeclaredConstructor(LockSpec.class);
            constructor.setAccessible(true);
            return new Closing((LockUnderTest) constructor.newInstance(spec), classes);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("the mutant does not open: " + e.getCause(), e.getCause());
        } catch (ReflectiveOperationException | MalformedURLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static URL placeOf(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        boolean ownCopy = name.startsWith(ADAPTER) || (name.startsWith(OURS) && !name.startsWith(HARNESS));
        if (!ownCopy) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded == null ? findClass(name) : loaded;
        }
    }

    /** The scripts of the library are resources, and a mutant may have other ones. */
    @Override
    public URL getResource(String name) {
        URL own = findResource(name);
        return own == null ? super.getResource(name) : own;
    }

    private record Closing(LockUnderTest lock, PatchedClasses classes) implements LockUnderTest {
        @Override
        public Hold acquire(String resource, Duration wait) throws NotGrantedException, InterruptedException {
            return lock.acquire(resource, wait);
        }

        @Override
        public boolean countsFromItsStart() {
            return lock.countsFromItsStart();
        }

        @Override
        public void close() {
            lock.close();
            try {
                classes.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
