package dev.redlock.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Columns as wide as what stands in them. */
public final class Table {
    /** A text and how to colour it once it has its width. */
    public record Cell(String text, UnaryOperator<String> paint) {
        public static Cell of(String text) {
            return new Cell(text, UnaryOperator.identity());
        }
    }

    private static final String GAP = "  ";

    private final List<List<Cell>> rows = new ArrayList<>();

    public Table row(Cell... cells) {
        rows.add(List.of(cells));
        return this;
    }

    public Table header(Paint paint, String... titles) {
        List<Cell> cells = new ArrayList<>();
        for (String title : titles) {
            cells.add(new Cell(title, paint::dim));
        }
        rows.add(cells);
        return this;
    }

    public List<String> lines() {
        List<String> lines = new ArrayList<>();
        for (List<Cell> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int column = 0; column < row.size(); column++) {
                Cell cell = row.get(column);
                boolean isLast = column == row.size() - 1;
                String padding =
                        isLast ? "" : " ".repeat(width(column) - cell.text().length()) + GAP;
                line.append(cell.paint().apply(cell.text())).append(padding);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    private int width(int column) {
        return rows.stream()
                .filter(row -> row.size() > column)
                .mapToInt(row -> row.get(column).text().length())
                .max()
                .orElse(0);
    }
}
