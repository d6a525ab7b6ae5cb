package dev.redlock.chaos.report;

import dev.redlock.chaos.check.rules.Rules;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Writes {@code results.json} and {@code index.html}, which needs nothing but itself. */
public final class Report {

    private Report() {}

    /** Returns the page. */
    public static Path write(ChaosResults results, Path folder) {
        try {
            Files.createDirectories(folder);
            Files.writeString(folder.resolve("results.json"), ResultsJson.of(results));
            return Files.writeString(folder.resolve("index.html"), page(results));
        } catch (IOException e) {
            throw new UncheckedIOException("no report can be written to " + folder, e);
        }
    }

    static String page(ChaosResults results) {
        Html html = new Html();
        html.markup("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">"
                + "<title>Chaos report</title><link rel=\"icon\" href=\"data:,\"><style>");
        html.markup(resource("page.css")).markup("</style>");
        html.markup("<script>").markup(resource("theme.js")).markup("</script></head><body>");
        top(html, results);
        html.markup("<main>").markup(new Headline(results).html()).markup(new SummaryTable(results).html());
        runs(html, results);
        html.markup(new MutantTable(results.mutants()).html());
        promises(html);
        html.markup("</main>");
        List.of("drawing.js", "timeline.js", "page.js")
                .forEach(script ->
                        html.markup("<script>").markup(resource(script)).markup("</script>"));
        return html.markup("</body></html>\n").toString();
    }

    private static void top(Html html, ChaosResults results) {
        long operations = results.runs().stream()
                .mapToLong(run -> run.history().operations().size())
                .sum();
        html.markup("<header><a class=\"home\" href=\"#verdict\">Chaos report</a><p class=\"meta\">");
        html.text("%s · seed %d · %s · %s"
                .formatted(
                        results.size(),
                        results.seed(),
                        Words.count(results.runs().size(), "run", "runs"),
                        Words.count(operations, "operation", "operations")));
        html.markup("</p><nav aria-label=\"Sections\"><a href=\"#summary\">Summary</a><a href=\"#runs\">Runs</a>");
        html.markup(results.mutants().isEmpty() ? "" : "<a href=\"#mutants\">Mistakes</a>");
        html.markup("<a href=\"#promises\">Promises</a></nav>"
                + "<button type=\"button\" id=\"theme\" aria-label=\"Light or dark\"></button></header>");
    }

    private static void runs(Html html, ChaosResults results) {
        html.markup("<section id=\"runs\"><h2>What happened in each run</h2><form class=\"filter\" role=\"search\">");
        choice(html, "Scenario", "all scenarios", results, Run::scenario);
        choice(html, "Lock", "all locks", results, Run::lock);
        html.markup("<label><span>Verdict</span><select name=\"verdict\"><option value=\"\">all verdicts</option>"
                + "<option value=\"safe\">safe</option><option value=\"violated\">broken</option>"
                + "<option value=\"vacuous\">nothing shown</option></select></label>"
                + "<label class=\"wide\"><span>Text</span><input type=\"search\" name=\"text\""
                + " placeholder=\"a client, a payout, a token …\"></label></form>"
                + "<p class=\"hint\" id=\"shown\" role=\"status\"></p><div id=\"cards\">");
        html.markup(new RunCards(results.runs()).html()).markup("</div></section>");
    }

    private static void choice(
            Html html, String label, String all, ChaosResults results, Function<Run, String> property) {
        html.markup("<label><span>" + label + "</span><select name=\"" + label.toLowerCase(Locale.ROOT)
                + "\"><option value=\"\">" + all + "</option>");
        for (String value : results.runs().stream().map(property).collect(Collectors.toCollection(TreeSet::new))) {
            html.element("option value=\"" + Html.escape(value) + "\"", value);
        }
        html.markup("</select></label>");
    }

    private static void promises(Html html) {
        html.markup("<section id=\"promises\"><h2>What was promised</h2><dl class=\"promises\">");
        Rules.all()
                .forEach(rule -> html.markup("<div>")
                        .element("dt", rule.id())
                        .element("dd", rule.promise())
                        .markup("</div>"));
        html.markup("</dl></section>");
    }

    private static String resource(String name) {
        try (InputStream in = Report.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("the report lacks its part " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
