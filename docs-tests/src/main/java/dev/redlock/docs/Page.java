package dev.redlock.docs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A page of documentation. */
record Page(Path file, List<String> lines) {
    private static final String FENCE = "```";
    private static final Pattern NOTE = Pattern.compile("<!-- (.*\\S) *-->");
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s]+)\\)");

    /**
     * A piece of code that is shown.
     *
     * @param line where it begins, from 1
     * @param language as the page says, such as {@code java}; may be empty
     * @param notes what the comments right above it say, which only readers of the source see
     */
    record Block(String page, int line, String language, List<String> notes, List<String> code) {
        String place() {
            return page + ":" + line;
        }
    }

    /** Where a page points to, and from which line, from 1. */
    record Link(int line, String target) {}

    static Page read(Path file) {
        return new Page(file, Repository.lines(file));
    }

    String name() {
        return Repository.name(file);
    }

    List<Block> blocks(String language) {
        return blocks().stream()
                .filter(block -> block.language().equals(language))
                .toList();
    }

    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        int at = 0;
        while (at < lines.size()) {
            if (lines.get(at).startsWith(FENCE)) {
                int end = endOfBlock(at);
                String name = lines.get(at).substring(FENCE.length());
                blocks.add(new Block(name(), at + 1, name, notesAbove(at), lines.subList(at + 1, end)));
                at = end;
            }
            at++;
        }
        return blocks;
    }

    private List<String> notesAbove(int block) {
        List<String> notes = new ArrayList<>();
        Matcher note = NOTE.matcher("");
        for (int at = block - 1; at >= 0 && note.reset(lines.get(at)).matches(); at--) {
            notes.add(0, note.group(1));
        }
        return notes;
    }

    List<Link> links() {
        List<Link> links = new ArrayList<>();
        int at = 0;
        while (at < lines.size()) {
            if (lines.get(at).startsWith(FENCE)) {
                at = endOfBlock(at);
            } else {
                Matcher matcher = LINK.matcher(lines.get(at));
                while (matcher.find()) {
                    links.add(new Link(at + 1, matcher.group(1)));
                }
            }
            at++;
        }
        return links;
    }

    /** What can stand behind the # of a link to this page. */
    List<String> anchors() {
        return lines.stream()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("^#+\\s+", ""))
                .map(Page::anchor)
                .toList();
    }

    private static String anchor(String heading) {
        return heading.toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N} _-]", "")
                .replace(' ', '-');
    }

    private int endOfBlock(int start) {
        int end = start + 1;
        while (end < lines.size() && !lines.get(end).startsWith(FENCE)) {
            end++;
        }
        if (end == lines.size()) {
            throw new IllegalStateException(name() + ":" + (start + 1) + ": this block has no end");
        }
        return end;
    }
}
