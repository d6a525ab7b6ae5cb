package dev.redlock.support;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/**
 * A key and a certificate for 127.0.0.1 that nobody has signed.
 *
 * @param store both in one file, as Java wants them; see {@link #PASSWORD}
 * @param certificate in a file as Redis wants it
 * @param key in a file as Redis wants it
 */
public record TestCertificate(Path store, Path certificate, Path key) {
    public static final String PASSWORD = "changeit";

    public static TestCertificate create(Path folder)
            throws IOException, GeneralSecurityException, InterruptedException {
        Path store = folder.resolve("keys.p12");
        Process keytool =
                new ProcessBuilder(keytool(store)).redirectErrorStream(true).start();
        String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool failed: " + output);
        }
        KeyStore keys = load(store);
        byte[] certificate = keys.getCertificate("redis").getEncoded();
        byte[] key = keys.getKey("redis", PASSWORD.toCharArray()).getEncoded();
        return new TestCertificate(
                store,
                write(folder.resolve("redis.crt"), "CERTIFICATE", certificate),
                write(folder.resolve("redis.key"), "PRIVATE KEY", key));
    }

    public KeyStore keys() throws IOException, GeneralSecurityException {
        return load(store);
    }

    private static KeyStore load(Path store) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        return keys;
    }

    private static List<String> keytool(Path store) {
        String command =
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        return List.of(
                command,
                "-genkeypair",
                "-alias",
                "redis",
                "-keyalg",
                "EC",
                "-storetype",
                "PKCS12",
                "-dname",
                "CN=127.0.0.1",
                "-ext",
                "san=ip:127.0.0.1",
                "-storepass",
                PASSWORD,
                "-keystore",
                store.toString());
    }

    private static Path write(Path file, String kind, byte[] content) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return Files.writeString(file, "-----BEGIN " + kind + "-----\n" + text + "\n-----END " + kind + "-----\n");
    }
}
