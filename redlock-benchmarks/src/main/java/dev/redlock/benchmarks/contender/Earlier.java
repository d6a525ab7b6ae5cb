package dev.redlock.benchmarks.contender;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * An earlier build of this project, beside the present one in the same process: its classes are loaded once more, from
 * elsewhere. That is the only way to see a difference of a few percent on a machine that is not quiet.
 */
final class Earlier {
    private static final Optional<Path> CLASSES = Optional.of(System.getProperty("bench.baseline", ""))
            .filter(path -> !path.isBlank())
            .map(Path::of);

    private Earlier() {}

    static boolean isThere() {
        return CLASSES.isPresent();
    }

    static Contender open(List<String> uris) {
        try {
            Class<?> ours = new OwnCopy(CLASSES.orElseThrow()).loadClass(Ours.class.getName());
            Constructor<?> constructor = ours.getDeclaredConstructor(List.class);
            // A class of another loader is in another package, whatever its name.
            constructor.setAccessible(true);
            return (Contender) constructor.newInstance(uris);
        } catch (InvocationTargetException e) {
            throw new IllegalStateException("the earlier build does not start", e.getCause());
        } catch (ReflectiveOperationException | MalformedURLException e) {
            throw new IllegalStateException("there is no build of redlock-core at " + CLASSES, e);
        }
    }

    /** Has its own copy of the lock and of our contender, and shares everything else. */
    private static final class OwnCopy extends URLClassLoader {
        private OwnCopy(Path classes) throws MalformedURLException {
            super(new URL[] {classes.toUri().toURL()}, Earlier.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> loaded = findLoadedClass(name);
                if (loaded != null) {
                    return loaded;
                }
                if (name.equals(Ours.class.getName())) {
                    return define(name);
                }
                boolean isLock = name.startsWith("dev.redlock.") && !name.startsWith("dev.redlock.benchmarks.");
                return isLock ? findClass(name) : super.loadClass(name, resolve);
            }
        }

        @Override
        public URL getResource(String name) {
            URL own = findResource(name);
            return own == null ? super.getResource(name) : own;
        }

        private Class<?> define(String name) {
            try (InputStream in = Ours.class.getResourceAsStream(Ours.class.getSimpleName() + ".class")) {
                byte[] bytes = in == null ? new byte[0] : in.readAllBytes();
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
