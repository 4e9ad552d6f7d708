package io.taktstrom.spi;

import io.taktstrom.model.Glob;

/**
 * Which part of a device's variables is wanted.
 *
 * @param match pattern over addresses
 * @param expand whether structures and arrays are followed by their parts
 * @param units whether units are wanted that take requests of their own
 */
public record BrowseFilter(Glob match, boolean expand, boolean units) {

    /** Everything, with the parts of structures and arrays. */
    public static final BrowseFilter ALL = new BrowseFilter(Glob.of("**"), true);

    /** Without units. */
    public BrowseFilter(Glob match, boolean expand) {
        this(match, expand, false);
    }

    public static BrowseFilter matching(String glob) {
        return new BrowseFilter(Glob.of(glob), true);
    }
}
