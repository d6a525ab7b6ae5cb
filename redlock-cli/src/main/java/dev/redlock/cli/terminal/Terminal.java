package dev.redlock.cli.terminal;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Where a command reads and writes.
 *
 * @param asksPeople whether somebody sits at the input
 * @param showsPeople whether somebody looks at the output
 */
public record Terminal(
        InputStream in,
        PrintStream out,
        PrintStream err,
        Map<String, String> environment,
        boolean asksPeople,
        boolean showsPeople) {

    /** What the script {@code redlock} has seen of the terminal, because Java cannot tell input from output. */
    private static final String PROPERTY = "redlock.tty";

    public static Terminal system() {
        String seen = System.getProperty(PROPERTY, "");
        return new Terminal(
                System.in,
                stream(FileDescriptor.out),
                stream(FileDescriptor.err),
                System.getenv(),
                seen.contains("in") || isTerminal(0),
                seen.contains("out") || isTerminal(1));
    }

    private static boolean isTerminal(int descriptor) {
        try {
            String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + descriptor))
                    .toString();
            return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty");
        } catch (IOException | UnsupportedOperationException notLinux) {
            return false;
        }
    }

    /** In the character set of the terminal. Java 17 would take that of the locale for files. */
    private static PrintStream stream(FileDescriptor descriptor) {
        return new PrintStream(new FileOutputStream(descriptor), true, charsetOfLocale());
    }

    /** Whether more than ASCII can be shown. */
    public boolean isUnicode() {
        return !localeOf(environment).isEmpty();
    }

    private static Charset charsetOfLocale() {
        return localeOf(System.getenv()).isEmpty() ? StandardCharsets.US_ASCII : StandardCharsets.UTF_8;
    }

    /** Empty if it is the plain one, in which characters are bytes. */
    private static String localeOf(Map<String, String> environment) {
        String locale = Stream.of("LC_ALL", "LC_CTYPE", "LANG")
                .map(name -> environment.getOrDefault(name, ""))
                .filter(value -> !value.isEmpty())
                .findFirst()
                .orElse("");
        return locale.equals("C") || locale.equals("POSIX") ? "" : locale;
    }

    public Paint paint() {
        boolean wanted = environment.getOrDefault("NO_COLOR", "").isEmpty()
                && !environment.getOrDefault("TERM", "").equals("dumb");
        boolean forced = !environment.getOrDefault("CLICOLOR_FORCE", "0").equals("0");
        return new Paint(wanted && (showsPeople || forced));
    }

    /** Asks a question; only yes is yes. */
    public boolean confirms(String question) {
        err.print(question + " [y/N] ");
        err.flush();
        try {
            String line = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)).readLine();
            return line != null
                    && (line.strip().equalsIgnoreCase("y") || line.strip().equalsIgnoreCase("yes"));
        } catch (IOException e) {
            return false;
        }
    }
}
