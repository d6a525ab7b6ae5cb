package dev.redlock.spring;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** By what people recognise this process. */
final class OwnerLabel {
    private OwnerLabel() {}

    static String ofThisProcess() {
        return host() + "/" + ProcessHandle.current().pid();
    }

    private static String host() {
        String name = System.getenv("HOSTNAME");
        if (name != null && !name.isBlank()) {
            return name;
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown-host";
        }
    }
}
