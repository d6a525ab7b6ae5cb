package dev.redlock.docs;

import java.util.List;
import java.util.Optional;

/** What a page asks of somebody who follows it word for word. */
sealed interface Step {
    /** Page and line. */
    String place();

    /**
     * To type a command.
     *
     * @param shown what the page shows as its output, if it shows any
     * @param codeIsShown whether the next command is {@code echo $?}, so that it may end with another code than 0
     */
    record Type(String place, String command, Optional<List<String>> shown, boolean codeIsShown) implements Step {}

    /** To put text into a file, named from the root of the checkout. */
    record Save(String place, String file, List<String> text) implements Step {}

    /** A command that is not tried, and why. */
    record Skip(String place, String command, String reason) implements Step {}
}
