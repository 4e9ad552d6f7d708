package io.taktstrom.benchmarks;

import java.io.PrintStream;
import java.util.List;
import java.util.Map;

import io.taktstrom.benchmarks.report.Plot;

/** One question that a benchmark answers. */
public interface Experiment {

    /** Short and stable: the command line's word, the data file's name, the marker of its table. */
    String name();

    /** What it measures, in one line. */
    String title();

    /** What measures it again. */
    default String command() {
        return "./takt bench run " + name();
    }

    /**
     * Measures.
     *
     * @param effort how long to take
     * @return raw figures, as JSON takes them; none when what it takes is not there
     */
    Map<String, Object> run(Effort effort, PrintStream progress) throws Exception;

    /** The figures as the lines of a Markdown table. */
    List<String> table(Map<String, Object> figures);

    /** The figures as plots; most have none. */
    default List<Plot> plots(Map<String, Object> figures) {
        return List.of();
    }

    /**
     * How long to take.
     *
     * @param rounds of a paired run
     * @param sliceMillis of a contender in a round
     * @param warmUpMillis of a contender before the first round
     * @param rivals whether others take part, beside us and the limit
     */
    record Effort(int rounds, long sliceMillis, long warmUpMillis, boolean rivals) {

        public static final Effort FULL = new Effort(12, 500, 3000, true);
        /** Enough to see whether it works, not to publish. */
        public static final Effort QUICK = new Effort(3, 300, 1500, true);
        /** Enough for bytes and for ratios, of ourselves. */
        public static final Effort GLANCE = new Effort(4, 250, 1000, false);
    }
}
