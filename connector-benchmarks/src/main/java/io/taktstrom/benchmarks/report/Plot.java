package io.taktstrom.benchmarks.report;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.style.Styler;

/**
 * Bars, as an SVG file.
 *
 * @param name of the file, without its ending
 * @param title above the plot
 * @param axis what the height of a bar is, with its unit
 * @param logarithmic whether each step of the axis is ten times the one before
 * @param categories along the bottom
 * @param series by name, a bar for each category; NaN where there is none
 */
public record Plot(
        String name,
        String title,
        String axis,
        boolean logarithmic,
        List<String> categories,
        Map<String, List<Double>> series) {

    private static final int WIDTH = 900;
    private static final int HEIGHT = 420;

    /** Writes the file into a folder. */
    public Path write(Path folder) throws IOException {
        Path file = folder.resolve(name + ".svg");
        Files.createDirectories(folder);
        try (OutputStream out = Files.newOutputStream(file)) {
            ChartEncoder.saveChart(chart(), out, "svg");
        }
        return file;
    }

    private CategoryChart chart() {
        CategoryChart chart = new CategoryChartBuilder()
                .width(WIDTH)
                .height(HEIGHT)
                .title(title)
                .yAxisTitle(axis)
                .theme(Styler.ChartTheme.XChart)
                .build();
        chart.getStyler().setYAxisLogarithmic(logarithmic);
        chart.getStyler().setLegendVisible(series.size() > 1);
        chart.getStyler().setLegendPosition(Styler.LegendPosition.OutsideE);
        chart.getStyler().setXAxisLabelRotation(categories.size() > 6 ? 30 : 0);
        chart.getStyler().setPlotGridVerticalLinesVisible(false);
        chart.getStyler().setAvailableSpaceFill(0.8);
        series.forEach((label, values) -> chart.addSeries(label, categories, withoutGaps(values)));
        return chart;
    }

    /** A missing bar is one that cannot be seen. */
    private List<Double> withoutGaps(List<Double> values) {
        double least = values.stream()
                .filter(value -> value > 0)
                .mapToDouble(Double::doubleValue)
                .min()
                .orElse(1);
        List<Double> bars = new ArrayList<>();
        for (double value : values) {
            bars.add(Double.isNaN(value) || (logarithmic && value <= 0) ? (logarithmic ? least : 0) : value);
        }
        return bars;
    }
}
