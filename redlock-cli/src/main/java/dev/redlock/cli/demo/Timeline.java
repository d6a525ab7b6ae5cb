package dev.redlock.cli.demo;

import dev.redlock.cli.terminal.Times;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** The story as one page that needs nothing else. */
final class Timeline {
    private static final String STYLE = """
            :root { color-scheme: light dark; }
            body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
            .bar { display: flex; height: 1.6rem; border-radius: .4rem; overflow: hidden; margin: 1.5rem 0; }
            .bar a { background: #2a7; color: #fff; text-align: center; text-decoration: none; min-width: 1.4rem;
                     border-right: 2px solid Canvas; font-size: .85rem; line-height: 1.6rem; }
            .bar a.no { background: #c33; }
            section { border-left: 3px solid #2a7; padding-left: 1rem; margin: 1.5rem 0; }
            section.no { border-color: #c33; }
            h2 { font-size: 1.1rem; margin: 0; }
            ul { list-style: none; padding: 0; margin: .5rem 0; }
            li { display: flex; gap: .7rem; }
            time { flex: 0 0 4.5rem; text-align: right; opacity: .6; font-variant-numeric: tabular-nums; }
            .proved::before { content: "\\2713"; color: #2a7; }
            .refuted::before { content: "\\2717"; color: #c33; }
            .note { opacity: .7; }
            .note::before { content: "\\00b7"; }
            """;

    private final StringBuilder page = new StringBuilder();

    private Timeline() {}

    static String of(List<Story.Told> told, Duration took) {
        Timeline timeline = new Timeline();
        timeline.write(told, took);
        return timeline.page.toString();
    }

    private void write(List<Story.Told> told, Duration took) {
        page.append("<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n")
                .append(
                        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>redlock demo</title>\n<style>\n")
                .append(STYLE)
                .append("</style>\n<h1>redlock demo</h1>\n<p>")
                .append(Story.isAsTold(told) ? "Everything behaved as told" : "Not everything behaved as told")
                .append(", in ")
                .append(Times.of(took))
                .append(". Five real Redis servers and a ledger on one machine.</p>\n<div class=\"bar\">\n");
        for (int at = 0; at < told.size(); at++) {
            Story.Told step = told.get(at);
            page.append(String.format(
                    Locale.ROOT,
                    "<a href=\"#s%d\" class=\"%s\" style=\"flex:%d\" title=\"%s\">%d</a>%n",
                    at + 1,
                    step.asTold() ? "" : "no",
                    Math.max(1, step.took().toMillis()),
                    escaped(step.title()),
                    at + 1));
        }
        page.append("</div>\n");
        for (int at = 0; at < told.size(); at++) {
            section(at + 1, told.get(at));
        }
        page.append("</html>\n");
    }

    private void section(int number, Story.Told step) {
        page.append(String.format(
                Locale.ROOT,
                "<section id=\"s%d\" class=\"%s\">%n<h2>%d. %s</h2>%n<p>%s, %s</p>%n<ul>%n",
                number,
                step.asTold() ? "" : "no",
                number,
                escaped(step.title()),
                escaped(step.summary()),
                Times.of(step.took())));
        for (Scene.Line line : step.lines()) {
            page.append(String.format(
                    Locale.ROOT,
                    "<li><time>%.2f s</time><span class=\"%s\"></span><span>%s</span></li>%n",
                    line.at().toMillis() / 1000.0,
                    line.kind().name().toLowerCase(Locale.ROOT),
                    escaped(line.text())));
        }
        page.append("</ul>\n</section>\n");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
