package io.taktstrom.cli.profile;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;

import io.taktstrom.cli.terminal.Listing;
import io.taktstrom.cli.terminal.Listing.Unit;
import io.taktstrom.cli.terminal.TerminalOutput;

/** A table of tallies: which, in which order, with which columns. */
final class TallyTable {

    /** A quantile of a tally. */
    @FunctionalInterface
    interface Quantile {
        long at(Tally tally, double percentile);
    }

    private record Column(String key, Unit unit, Function<Tally, Object> value) {}

    private final String name;
    private final String title;
    private final Map<List<String>, Tally> rows;
    private final Comparator<Map.Entry<List<String>, Tally>> order;
    private String[] keys = {};
    private final List<Column> columns = new ArrayList<>();

    /**
     * @param name in JSON
     * @param title for people
     * @param weight the heaviest come first
     */
    TallyTable(String name, String title, Map<List<String>, Tally> rows, ToLongFunction<Tally> weight) {
        this.name = name;
        this.title = title;
        this.rows = rows;
        order = Comparator.<Map.Entry<List<String>, Tally>>comparingLong(row -> -weight.applyAsLong(row.getValue()))
                .thenComparing(row -> row.getKey().toString());
    }

    TallyTable key(String... names) {
        keys = names;
        return this;
    }

    TallyTable count(String called, ToLongFunction<Tally> value) {
        return column(called, Unit.COUNT, value::applyAsLong);
    }

    TallyTable bytes(String called, ToLongFunction<Tally> value) {
        return column(called, Unit.BYTES, value::applyAsLong);
    }

    TallyTable nanos(String called, ToLongFunction<Tally> value) {
        return column(called, Unit.NANOS, value::applyAsLong);
    }

    /** The fraction of a total. */
    TallyTable share(ToLongFunction<Tally> value, long total) {
        return column("share", Unit.SHARE, tally -> value.applyAsLong(tally) / (double) Math.max(1, total));
    }

    /** The median, the 99th percentile and the maximum. */
    TallyTable times(String prefix, Quantile of) {
        return nanos(named(prefix, "p50"), tally -> of.at(tally, 50))
                .nanos(named(prefix, "p99"), tally -> of.at(tally, 99))
                .nanos(named(prefix, "max"), tally -> of.at(tally, 100));
    }

    private static String named(String prefix, String what) {
        return prefix.isEmpty() ? what : prefix + what.substring(0, 1).toUpperCase(Locale.ROOT) + what.substring(1);
    }

    private TallyTable column(String called, Unit unit, Function<Tally, Object> value) {
        columns.add(new Column(called, unit, value));
        return this;
    }

    /** Prints at most so many rows, and nothing of an empty table. */
    void print(int most, TerminalOutput out, boolean json) {
        if (rows.isEmpty()) {
            return;
        }
        Listing listing = new Listing(keys).constant("section", name);
        columns.forEach(column -> listing.column(column.key, column.unit));
        rows.entrySet().stream().sorted(order).limit(most).forEach(row -> {
            List<Object> cells = new ArrayList<>(row.getKey());
            columns.forEach(column -> cells.add(column.value.apply(row.getValue())));
            listing.row(cells.toArray());
        });
        if (json) {
            listing.print(out, true);
            return;
        }
        out.println(title);
        listing.print(out);
        if (rows.size() > most) {
            out.println("... and " + (rows.size() - most) + " more (--top)");
        }
        out.println();
    }
}
