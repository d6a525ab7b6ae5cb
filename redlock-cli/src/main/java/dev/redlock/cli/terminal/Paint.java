package dev.redlock.cli.terminal;

/** Colours, or none where nobody wants them. Colour never says anything that the words do not say, too. */
public record Paint(boolean isOn) {
    public String bold(String text) {
        return with("1", text);
    }

    public String dim(String text) {
        return with("2", text);
    }

    public String red(String text) {
        return with("31", text);
    }

    public String green(String text) {
        return with("32", text);
    }

    public String yellow(String text) {
        return with("33", text);
    }

    public String cyan(String text) {
        return with("36", text);
    }

    private String with(String code, String text) {
        return isOn && !text.isEmpty() ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
    }
}
