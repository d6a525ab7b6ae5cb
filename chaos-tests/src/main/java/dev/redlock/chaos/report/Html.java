package dev.redlock.chaos.report;

import com.google.errorprone.annotations.CanIgnoreReturnValue;

/** Puts a page together. Only {@link #markup} is taken as it is; everything that was measured goes through {@link #text}. */
final class Html {

    private final StringBuilder out = new StringBuilder();

    @CanIgnoreReturnValue
    Html markup(String trusted) {
        out.append(trusted);
        return this;
    }

    @CanIgnoreReturnValue
    Html text(Object measured) {
        out.append(escape(String.valueOf(measured)));
        return this;
    }

    /** An element with nothing but text in it. */
    @CanIgnoreReturnValue
    Html element(String opening, Object measured) {
        int end = opening.indexOf(' ');
        String name = end < 0 ? opening : opening.substring(0, end);
        return markup("<" + opening + ">").text(measured).markup("</" + name + ">");
    }

    /** Also right inside attribute values, which are always written in double quotes. */
    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
