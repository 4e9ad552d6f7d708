package io.taktstrom.cli.profile;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;

import io.taktstrom.cli.profile.Section.Column;
import io.taktstrom.cli.profile.Section.Unit;

/** A table of tallies in the making. */
final class TallyTable {

    /** A quantile of a tally. */
    @FunctionalInterface
    interface Quantile {
        long at(Tally tally, double percentile);
    }

    private final String name;
    private final String title;
    private final Map<List<String>, Tally> rows;
    private final ToLongFunction<Tally> weight;
    private final List<Column> columns = new ArrayList<>();
    private final List<Function<Tally, Object>> values = new ArrayList<>();

    TallyTable(String name, String title, Map<List<String>, Tally> rows, ToLongFunction<Tally> weight) {
        this.name = name;
        this.title = title;
        this.rows = rows;
        this.weight = weight;
    }

    TallyTable key(String... names) {
        for (String each : names) {
            columns.add(new Column(each, Unit.TEXT));
        }
        return this;
    }

    private TallyTable column(String called, Unit unit, Function<Tally, Object> value) {
        columns.add(new Column(called, unit));
        values.add(value);
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

    TallyTable share(String called, Function<Tally, Object> value) {
        return column(called, Unit.SHARE, value);
    }

    /** Of the half, of 99 in a hundred, and the longest. */
    TallyTable times(String called, Quantile of) {
        String[] names = called.split(" ", -1);
        return nanos(names[0], tally -> of.at(tally, 50))
                .nanos(names[1], tally -> of.at(tally, 99))
                .nanos(names[2], tally -> of.at(tally, 100));
    }

    Section made(int most) {
        Section section = new Section(name, title, columns, Math.max(0, rows.size() - most));
        rows.entrySet().stream()
                .sorted(Map.Entry.<List<String>, Tally>comparingByValue(
                                (a, b) -> Long.compare(weight.applyAsLong(b), weight.applyAsLong(a)))
                        .thenComparing(row -> row.getKey().toString()))
                .limit(most)
                .forEach(row -> {
                    List<Object> cells = new ArrayList<>(row.getKey());
                    values.forEach(value -> cells.add(value.apply(row.getValue())));
                    section.add(cells.toArray());
                });
        return section;
    }
}
