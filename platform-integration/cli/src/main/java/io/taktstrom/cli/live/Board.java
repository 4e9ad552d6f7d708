package io.taktstrom.cli.live;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.cli.terminal.Printable;
import io.taktstrom.cli.terminal.Terminal;
import io.taktstrom.cli.terminal.TerminalOutput;
import io.taktstrom.cli.terminal.TerminalOutput.Colour;
import io.taktstrom.data.EpochNanoClock;
import io.taktstrom.data.SampleBatch;
import io.taktstrom.data.StatusCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.sink.Sink;
import io.taktstrom.sink.SinkInlet;

/**
 * The latest sample of each point as a table: drawn again in place on a terminal, printed again elsewhere. Thread-safe:
 * pipelines put samples in, the command's thread draws.
 */
final class Board implements Sink {

    private static final String[] HEADER = {"POINT", "VALUE", "UNIT", "STATUS", "AGE", "RATE"};
    private static final int STATUS_COLUMN = 3;
    private static final long RESIZE_NANOS = 2_000_000_000;

    private final Terminal terminal;
    private final EpochNanoClock clock;
    private final Map<String, LatestRow> rows = new LinkedHashMap<>();
    private final Deque<String> notes = new ArrayDeque<>();
    private final int[] widths = new int[HEADER.length];

    private Terminal.Size size = Terminal.Size.STANDARD;
    private long sizedAt;
    private long drawnAt;
    private int linesDrawn;

    Board(Terminal terminal, EpochNanoClock clock) {
        this.terminal = terminal;
        this.clock = clock;
        size = terminal.size();
        sizedAt = clock.nanoTime();
        drawnAt = sizedAt;
    }

    @Override
    public SinkInlet inlet(String stream, List<DataPoint> points) {
        return (batch, unit) -> take(batch);
    }

    private synchronized void take(SampleBatch batch) {
        for (int i = 0; i < batch.size(); i++) {
            String name = batch.group().points().get(batch.pointAt(i)).name();
            rows.computeIfAbsent(name, any -> new LatestRow()).take(batch, i);
        }
    }

    /** A line that scrolls away above the table. */
    synchronized void note(String text) {
        notes.add(text);
    }

    /** Whether any sample has come. */
    synchronized boolean hasRows() {
        return !rows.isEmpty();
    }

    /** Draws the table with a line below it. */
    synchronized void draw(String footer) {
        long now = clock.nanoTime();
        if (now - sizedAt > RESIZE_NANOS) {
            size = terminal.size();
            sizedAt = now;
        }
        double seconds = Math.max(1e-3, (now - drawnAt) / 1e9);
        drawnAt = now;
        rows.values().forEach(row -> row.measure(seconds));
        TerminalOutput out = terminal.out();
        if (terminal.outIsLive() && linesDrawn > 0) {
            out.up(linesDrawn);
        }
        linesDrawn = 0;
        for (String note = notes.poll(); note != null; note = notes.poll()) {
            out.print("takt: " + note);
            endLine();
        }
        drawTable(Printable.of(footer));
        if (terminal.outIsLive()) {
            out.eraseBelow();
        }
        out.flush();
    }

    private void endLine() {
        if (terminal.outIsLive()) {
            terminal.out().eraseRest();
        }
        terminal.out().println();
    }

    private void drawLine(String text) {
        print(Colour.DIM, text);
        endLine();
        linesDrawn++;
    }

    private void print(Colour colour, String text) {
        terminal.out().print(terminal.colour() ? colour : Colour.PLAIN, text);
    }

    private void drawTable(String footer) {
        int room = terminal.outIsLive() ? Math.max(1, size.rows() - 4) : Integer.MAX_VALUE;
        long now = clock.epochNanos();
        List<LatestRow> shown = rows.values().stream().limit(room).toList();
        List<String[]> cells = shown.stream().map(row -> row.cells(now)).toList();
        widen(HEADER);
        cells.forEach(this::widen);
        drawRow(HEADER, Colour.DIM, Colour.DIM);
        for (int i = 0; i < cells.size(); i++) {
            drawRow(cells.get(i), Colour.PLAIN, colourOf(shown.get(i).status()));
        }
        if (rows.size() > cells.size()) {
            drawLine("... and " + (rows.size() - cells.size()) + " more");
        }
        if (!footer.isEmpty()) {
            drawLine(clipped(footer, size.columns()));
        }
    }

    /** Columns only grow, so that the table stays still. */
    private void widen(String[] cells) {
        for (int i = 0; i < cells.length; i++) {
            widths[i] = Math.max(widths[i], cells[i].length());
        }
        int others = 0;
        for (int i = 0; i < widths.length; i++) {
            others += i == 1 ? 0 : widths[i] + 2;
        }
        // The value is cut: it alone can be longer than any terminal is wide.
        widths[1] = Math.max(HEADER[1].length(), Math.min(widths[1], size.columns() - others));
    }

    private void drawRow(String[] cells, Colour colour, Colour statusColour) {
        int left = terminal.outIsLive() ? size.columns() : Integer.MAX_VALUE;
        for (int i = 0; i < cells.length && left > 0; i++) {
            String text = clipped(cells[i], Math.min(left, widths[i]));
            int gap = i == cells.length - 1 ? 0 : Math.min(left - text.length(), widths[i] - text.length() + 2);
            left -= text.length() + gap;
            print(i == STATUS_COLUMN ? statusColour : colour, text);
            print(Colour.PLAIN, " ".repeat(gap));
        }
        endLine();
        linesDrawn++;
    }

    private static String clipped(String text, int width) {
        return text.length() <= width ? text : text.substring(0, Math.max(0, width - 1)) + "\u2026";
    }

    private static Colour colourOf(int status) {
        if (StatusCode.isBad(status)) {
            return Colour.RED;
        }
        return StatusCode.isGood(status) ? Colour.GREEN : Colour.YELLOW;
    }

    @Override
    public void close() {
        // The terminal stays.
    }
}
