package dev.redlock.docs;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what a page asks for.
 *
 * <p>A block {@code sh} is typed line by line; what comes is not compared. In a block {@code console}, lines that begin with
 * {@code $} are typed, and the others have to come. A comment right above a block says what else there is to know:
 *
 * <pre>
 * &lt;!-- not run: WHY --&gt;                 nothing of the block is tried
 * &lt;!-- not run: `COMMAND`: WHY --&gt;      commands that begin so are not tried
 * &lt;!-- file: PATH --&gt;                   the block goes into this file
 * </pre>
 */
final class Steps {
    private static final Set<String> SHELL = Set.of("sh", "console");
    private static final Set<String> OTHER = Set.of("java", "xml", "yaml", "sql", "properties", "mermaid", "text");
    private static final Pattern NOT_RUN = Pattern.compile("not run: (?:`([^`]+)`: )?(.+)");
    private static final Pattern FILE = Pattern.compile("file: (\\S+)");
    private static final String PROMPT = "$ ";
    private static final String SHOW_CODE = "echo $?";

    private final Page.Block block;
    private final List<Step> steps = new ArrayList<>();

    private Steps(Page.Block block) {
        this.block = block;
    }

    /** In the order of the page. Throws if a block does not say what it is, or a comment is not understood. */
    static List<Step> of(Page page) {
        return page.blocks().stream()
                .flatMap(block -> new Steps(block).read().stream())
                .toList();
    }

    private List<Step> read() {
        boolean isShell = SHELL.contains(block.language());
        if (!isShell && !OTHER.contains(block.language())) {
            throw wrong("this block does not say what it is; '" + block.language() + "' is none of " + SHELL + OTHER);
        }
        for (String note : block.notes()) {
            Matcher file = FILE.matcher(note);
            if (file.matches()) {
                steps.add(new Step.Save(block.place(), file.group(1), block.code()));
            } else if (!isShell || !NOT_RUN.matcher(note).matches()) {
                throw wrong("this is not understood here: <!-- " + note + " -->");
            }
        }
        if (isShell && steps.isEmpty()) {
            addCommands();
        }
        return steps;
    }

    private void addCommands() {
        boolean isConsole = block.language().equals("console");
        List<String> commands = new ArrayList<>();
        List<List<String>> shown = new ArrayList<>();
        boolean goesOn = false;
        for (String line : block.code()) {
            int last = commands.size() - 1;
            if (goesOn) {
                commands.set(last, commands.get(last) + "\n" + line);
            } else if (!isConsole || line.startsWith(PROMPT)) {
                commands.add(isConsole ? line.substring(PROMPT.length()) : line);
                shown.add(new ArrayList<>());
            } else if (last < 0) {
                throw wrong("output without a command: " + line);
            } else {
                shown.get(last).add(line);
            }
            goesOn = line.endsWith("\\") && commands.size() > 0;
        }
        for (int at = 0; at < commands.size(); at++) {
            boolean codeIsShown =
                    at + 1 < commands.size() && commands.get(at + 1).equals(SHOW_CODE);
            add(commands.get(at), isConsole ? Optional.of(shown.get(at)) : Optional.empty(), codeIsShown);
        }
    }

    private void add(String command, Optional<List<String>> shown, boolean codeIsShown) {
        if (command.isBlank() || command.startsWith("#")) {
            return;
        }
        for (String note : block.notes()) {
            Matcher notRun = NOT_RUN.matcher(note);
            if (notRun.matches() && (notRun.group(1) == null || command.startsWith(notRun.group(1)))) {
                steps.add(new Step.Skip(block.place(), command, notRun.group(2)));
                return;
            }
        }
        steps.add(new Step.Type(block.place(), command, shown, codeIsShown));
    }

    private IllegalStateException wrong(String why) {
        return new IllegalStateException(block.place() + ": " + why);
    }
}
