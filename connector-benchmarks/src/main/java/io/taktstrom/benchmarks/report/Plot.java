package io.taktstrom.benchmarks.report;

import java.awt.Color;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
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
    /** What fits side by side below the bars. */
    private static final int MAX_LABEL_CHARACTERS = 60;

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
        chart.getStyler().setXAxisLabelRotation(String.join("", categories).length() > MAX_LABEL_CHARACTERS ? 30 : 0);
        chart.getStyler().setPlotGridVerticalLinesVisible(false);
        chart.getStyler().setXAxisMaxLabelCount(categories.size());
        chart.getStyler().setAvailableSpaceFill(0.8);
        chart.getStyler().setChartBackgroundColor(Color.WHITE);
        double floor = logarithmic ? floor() : 0;
        chart.getStyler().setYAxisMin(floor);
        series.forEach((label, values) -> chart.addSeries(label, categories, bars(values, floor)));
        return chart;
    }

    /** The power of ten below the lowest bar. */
    private double floor() {
        double least = series.values().stream()
                .flatMap(List::stream)
                .filter(value -> value > 0)
                .mapToDouble(Double::doubleValue)
                .min()
                .orElse(1);
        return Math.pow(10, Math.ceil(Math.log10(least)) - 1);
    }

    /** A missing bar, or one without a logarithm, is one that cannot be seen. */
    private static List<Double> bars(List<Double> values, double floor) {
        return values.stream().map(value -> value > floor ? value : floor).toList();
    }
}
