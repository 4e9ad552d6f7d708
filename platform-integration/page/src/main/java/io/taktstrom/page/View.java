package io.taktstrom.page;

import java.util.List;

/**
 * What one open page shows, as it says itself.
 *
 * @param page its secret name
 * @param search what the points must match
 * @param offset of the first row that can be seen, among those that match
 * @param count of rows
 * @param plot keys of the points that are plotted
 */
record View(String page, String search, int offset, int count, List<String> plot) {

    private static final int MAX_SEARCH_CHARS = 500;
    private static final int MAX_ROWS = 200;
    private static final int MAX_PLOTTED = 8;

    static final View FIRST = new View("", "", 0, 60, List.of());

    /** What is missing is as it is at first; what is too much is cut. */
    View {
        page = page == null ? "" : page;
        search = search == null ? "" : search.substring(0, Math.min(search.length(), MAX_SEARCH_CHARS));
        offset = Math.max(0, offset);
        count = Math.max(0, Math.min(MAX_ROWS, count));
        plot = plot == null ? List.of() : plot.stream().limit(MAX_PLOTTED).toList();
    }
}
