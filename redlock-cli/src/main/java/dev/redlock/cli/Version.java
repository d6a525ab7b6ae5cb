package dev.redlock.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version of the build, and the Java it runs on. */
final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() throws IOException {
        Properties build = new Properties();
        try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
            if (in != null) {
                build.load(in);
            }
        }
        return new String[] {
            "redlock " + build.getProperty("version", "unknown") + " (Java " + System.getProperty("java.version") + ")"
        };
    }
}
