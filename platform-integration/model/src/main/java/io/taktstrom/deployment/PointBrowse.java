package io.taktstrom.deployment;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Glob;
import io.taktstrom.spi.BrowseFilter;
import io.taktstrom.spi.BrowseNode;

/**
 * Points that are found on the device when it answers, not listed in the file. A point that the file lists under the same
 * name takes precedence.
 *
 * @param connection name of the connection to browse
 * @param match pattern over addresses
 * @param exclude patterns over addresses of points that are left out all the same
 * @param naming what they are called
 * @param traits what holds for all of them
 */
public record PointBrowse(
        String connection, String match, List<String> exclude, NameTemplate naming, PointTraits traits) {

    /** What programmers write into comments: {@code Oil pressure [bar]}. A mere number is an index. */
    private static final Pattern UNIT_IN_COMMENT = Pattern.compile("\\[(?![0-9.]*])([^\\[\\]]{1,40})]");

    public PointBrowse {
        exclude = List.copyOf(exclude);
    }

    /** All that match, called by their addresses. */
    public static PointBrowse of(String connection, String match, String scan) {
        return new PointBrowse(connection, match, List.of(), NameTemplate.OF_BROWSED, PointTraits.of(scan));
    }

    /** Name of the scan class of all that match. */
    public String scan() {
        return traits.scan();
    }

    /** What to ask the device for. */
    public BrowseFilter filter() {
        return new BrowseFilter(Glob.of(match), true, traits.isUnitFromDevice());
    }

    /** Whether an address that matches is left out. Compiles the patterns: keep it when you ask often. */
    public Predicate<String> exclusion() {
        List<Glob> globs = exclude.stream().map(Glob::of).toList();
        return address -> globs.stream().anyMatch(glob -> glob.matches(address));
    }

    /** What an address found is to be called, unless others would be called the same. */
    public String nameOf(String address) {
        String own = PointNames.ofAddress(address);
        return naming.fill(Map.of(
                "connection",
                connection,
                "address",
                own,
                "name",
                own.substring(Math.max(own.lastIndexOf('.'), own.lastIndexOf('/')) + 1)));
    }

    /** What the names of all points begin with, whatever is found. */
    public String nameBegin() {
        String begin = naming.text().split("\\{(?!connection})", 2)[0];
        return new NameTemplate(begin).fill(Map.of("connection", connection));
    }

    /** Whether it may bring a point that a pattern matches: which it brings is not known yet, but all their names begin alike. */
    public boolean mayBring(String pattern) {
        String fixed = pattern.split("[*?]", 2)[0].toLowerCase(Locale.ROOT);
        String begin = nameBegin().toLowerCase(Locale.ROOT);
        return fixed.startsWith(begin) || begin.startsWith(fixed);
    }

    /**
     * The point of an address found.
     *
     * @param names of the connection's points
     * @throws IllegalArgumentException when it cannot be one
     */
    public PointConfig point(BrowseNode found, PointNames names) {
        String name = names.ofWhole(nameOf(found.address()), found.address());
        String unit = traits.isUnitFromDevice() ? unitOf(found) : traits.unit();
        boolean writable = traits.writable() && found.writable();
        DataPoint point =
                new DataPoint(name, found.address(), found.type(), writable, unit, traits.labels(), connection);
        return new PointConfig(
                point,
                connection,
                traits.scan(),
                traits.scale(),
                traits.offset(),
                traits.deadband(),
                traits.maxSilence());
    }

    /** UCUM code of the unit that the device names; empty when it names none, or one that is not known. */
    private static String unitOf(BrowseNode found) {
        if (!found.unit().isEmpty()) {
            return UcumCode.of(found.unit());
        }
        Matcher comment = UNIT_IN_COMMENT.matcher(found.comment());
        while (comment.find()) {
            String unit = UcumCode.of(String.valueOf(comment.group(1)));
            if (!unit.isEmpty()) {
                return unit;
            }
        }
        return "";
    }
}
