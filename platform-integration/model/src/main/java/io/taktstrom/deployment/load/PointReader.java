package io.taktstrom.deployment.load;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import io.taktstrom.deployment.NameTemplate;
import io.taktstrom.deployment.PointBrowse;
import io.taktstrom.deployment.PointConfig;
import io.taktstrom.deployment.PointTraits;
import io.taktstrom.deployment.UcumCode;
import io.taktstrom.deployment.WriteLimits;
import io.taktstrom.deployment.grammar.Choice;
import io.taktstrom.deployment.grammar.Shape;
import io.taktstrom.descriptor.Capability;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.DataType;
import io.taktstrom.model.Glob;
import io.taktstrom.model.ScanClass;
import io.taktstrom.text.CsvText;
import io.taktstrom.text.Node;
import io.taktstrom.text.Problems;
import org.jspecify.annotations.Nullable;

/** Reads points: listed, imported, browsed. One use; collects what is right. */
final class PointReader {

    private final LoadContext context;
    private final ShapeReader shapes;
    private final Problems problems;
    private final Choice choice;
    private final Map<String, DeviceRules> devices;
    private final Map<String, ScanClass> scanClasses;

    private final List<PointConfig> points = new ArrayList<>();
    private final List<PointBrowse> browses = new ArrayList<>();
    private final List<Checked> computed = new ArrayList<>();
    /** By point name, right or wrong, where it is defined. */
    private final Map<String, Place> places = new HashMap<>();

    private boolean incomplete;

    // Many points have few different types, references and labels: sharing them halves the memory.
    private final Map<String, DataType> types = new HashMap<>();
    private final Map<String, Boolean> units = new HashMap<>();
    private final Map<Object, Object> shared = new HashMap<>();

    PointReader(
            LoadContext context,
            ShapeReader shapes,
            Choice choice,
            Map<String, DeviceRules> devices,
            Map<String, ScanClass> scanClasses) {
        this.context = context;
        this.shapes = shapes;
        problems = context.problems();
        this.choice = choice;
        this.devices = devices;
        this.scanClasses = scanClasses;
    }

    private record Place(String file, int line) {}

    List<PointConfig> points() {
        return points;
    }

    List<PointBrowse> browses() {
        return browses;
    }

    /** Entries of computed points, whose expressions are still to be read. */
    List<Checked> computed() {
        return computed;
    }

    /** The names of all points that the file and its imports list, right or wrong, computed ones too. */
    Collection<String> names() {
        return Collections.unmodifiableSet(places.keySet());
    }

    /** Whether points are missing because an import could not be read. */
    boolean isIncomplete() {
        return incomplete;
    }

    /** Reads an entry of the list. */
    void read(Node node) {
        Checked checked = shapes.read(node, choice);
        if (checked == null) {
            incomplete = true;
            return;
        }
        switch (checked.shape().name()) {
            case "import" -> importPoints(checked);
            case "browse" -> browse(checked);
            case "compute" -> compute(checked);
            default -> point(checked);
        }
    }

    private void browse(Checked checked) {
        if (!checked.valid()) {
            incomplete = true;
            return;
        }
        String connection = checked.text("browse");
        DeviceRules device = devices.get(connection);
        if (device != null && !device.can(Capability.BROWSE)) {
            problems.at(
                    checked.node(),
                    "connector " + device.scheme() + " cannot browse",
                    "list the points, or import them");
        }
        int before = problems.count();
        checkWritable(checked, device);
        String unit = checked.text("unit");
        if (!unit.equals(PointTraits.FROM_DEVICE)) {
            checkUnit(checked.node().get("unit"), unit);
        }
        NameTemplate naming = naming(checked, NameTemplate.BROWSED);
        if (isSilenceRight(checked) && problems.count() == before && naming != null) {
            PointTraits traits = new PointTraits(
                    checked.text("scan"),
                    checked.flag("writable"),
                    unit,
                    checked.number("scale"),
                    checked.number("offset"),
                    checked.optionalNumber("deadband"),
                    checked.optionalTime("maxSilence"),
                    checked.labels("labels"));
            browses.add(
                    new PointBrowse(connection, checked.list("match").get(0), checked.list("exclude"), naming, traits));
        }
    }

    private void compute(Checked checked) {
        if (checked.node().get("id") instanceof Node.Scalar id) {
            noDuplicate(id);
        }
        checkUnit(checked.node().get("unit"), checked.texts().get("unit"));
        computed.add(checked);
    }

    /** How points are called; null when that is wrong, or not said. */
    private @Nullable NameTemplate naming(Checked checked, List<String> variables) {
        String text = checked.optional("name");
        if (text == null) {
            return null;
        }
        try {
            return NameTemplate.parse(text, variables);
        } catch (IllegalArgumentException e) {
            Node place = checked.node().get("name");
            problems.at(place == null ? checked.node() : place, "'" + text + "': " + e.getMessage(), "");
            return null;
        }
    }

    private void checkWritable(Checked checked, @Nullable DeviceRules device) {
        if (device != null && "true".equals(checked.texts().get("writable")) && !device.can(Capability.WRITE)) {
            problems.at(checked.node(), "connector " + device.scheme() + " cannot write", "remove 'writable'");
        }
    }

    private boolean isSilenceRight(Checked checked) {
        Node maxSilence = checked.node().get("maxSilence");
        if (maxSilence != null && checked.node().get("deadband") == null) {
            problems.atKey(maxSilence, "needs a deadband", () -> "add one; 0 passes every change");
            return false;
        }
        return true;
    }

    private void point(Checked checked) {
        Node.Mapping node = checked.node();
        if (node.get("id") instanceof Node.Scalar id) {
            noDuplicate(id);
        }
        int before = problems.count();
        DeviceRules device = node.get("on") instanceof Node.Scalar on ? devices.get(on.text()) : null;
        if (device != null
                && node.get("address") instanceof Node.Scalar address
                && checked.texts().containsKey("address")) {
            checkAddress(address, checked, device);
        }
        checkWritable(checked, device);
        checkUnit(node.get("unit"), checked.texts().get("unit"));
        WriteLimits limits = limits(checked);
        if (isSilenceRight(checked) && checked.valid() && problems.count() == before) {
            points.add(config(checked).withLimits(share(limits)));
        }
    }

    private WriteLimits limits(Checked point) {
        Node node = point.node().get("limits");
        if (node == null) {
            return WriteLimits.NONE;
        }
        Choice limits = point.shape().choice("limits");
        Shape shape = shapes.choose(node, limits);
        if (shape == null) {
            return WriteLimits.NONE;
        }
        if (!"true".equals(point.texts().get("writable"))) {
            problems.atKey(node, "has no effect on a read-only point", () -> "add 'writable: true', or remove it");
        }
        Checked checked = shapes.read(node, shape, limits);
        try {
            return checked.valid() ? limitsOf(checked) : WriteLimits.NONE;
        } catch (IllegalArgumentException e) {
            problems.at(node, String.valueOf(e.getMessage()), "exchange them");
            return WriteLimits.NONE;
        }
    }

    private static WriteLimits limitsOf(Checked checked) {
        return new WriteLimits(
                decimal(checked, "min"),
                decimal(checked, "max"),
                checked.list("values"),
                whole(checked, "maxLength"),
                whole(checked, "maxWrites"),
                checked.time("per"),
                decimal(checked, "maxChangePerSecond"));
    }

    private static @Nullable BigDecimal decimal(Checked checked, String field) {
        String text = checked.optional(field);
        return text == null ? null : new BigDecimal(text);
    }

    private static @Nullable Integer whole(Checked checked, String field) {
        String text = checked.optional(field);
        return text == null ? null : Integer.valueOf(text);
    }

    private void noDuplicate(Node.Scalar id) {
        Place place = new Place(id.file(), id.line());
        Place first = places.putIfAbsent(id.text(), place);
        if (first != null) {
            String where = first.file.equals(place.file)
                    ? "on lines " + first.line + " and " + place.line
                    : "in " + first.file + " line " + first.line + " and " + place.file + " line " + place.line;
            problems.at(id, "point '" + id.text() + "' is defined twice, " + where, "rename or remove one");
        }
    }

    private void checkAddress(Node.Scalar address, Checked checked, DeviceRules device) {
        String text = address.text();
        ScanClass scan = scanClasses.get(String.valueOf(checked.optional("scan")));
        if (scan != null && scan.mode() == ScanClass.Mode.BLOCK) {
            // The type that such a point states is that of a ring's samples, not of what is at its address.
            device.whyNoRing(text)
                    .ifPresent(wrong -> problems.at(
                            address,
                            "'" + text + "' cannot be a ring of samples, which scan class " + scan.name()
                                    + " of mode block needs: " + wrong,
                            ""));
            return;
        }
        Node type = checked.texts().containsKey("type") ? checked.node().get("type") : null;
        DataType stated = type instanceof Node.Scalar scalar ? type(scalar.text()) : null;
        Optional<String> complaint = device.complaint(text, stated);
        if (complaint.isPresent()) {
            boolean ofType = type != null && device.complaint(text, null).isEmpty();
            Node.Scalar wrong = ofType && type instanceof Node.Scalar scalar ? scalar : address;
            problems.at(wrong, "'" + wrong.text() + "': " + complaint.get(), "");
        }
    }

    private void checkUnit(@Nullable Node place, @Nullable String unit) {
        if (place != null && unit != null && !unit.isEmpty() && !units.computeIfAbsent(unit, UcumCode::isValid)) {
            problems.at(place, "'" + unit + "' is not a UCUM code", () -> UcumCode.remedy(unit));
        }
    }

    private PointConfig config(Checked checked) {
        DataPoint point = new DataPoint(
                checked.text("id"),
                checked.text("address"),
                type(checked.optional("type")),
                checked.flag("writable"),
                share(checked.text("unit")),
                share(Map.copyOf(checked.labels("labels"))),
                share(checked.text("on")));
        Double deadband = checked.optionalNumber("deadband");
        Duration maxSilence = checked.optionalTime("maxSilence");
        return new PointConfig(
                point,
                share(checked.text("on")),
                share(checked.text("scan")),
                checked.number("scale"),
                checked.number("offset"),
                deadband == null ? null : share(deadband),
                maxSilence == null ? null : share(maxSilence));
    }

    private @Nullable DataType type(@Nullable String text) {
        return text == null ? null : types.computeIfAbsent(text, DataType::parse);
    }

    @SuppressWarnings("unchecked") // an equal value of an immutable class is of the same class
    private <T> T share(T value) {
        return (T) shared.computeIfAbsent(value, same -> same);
    }

    private void importPoints(Checked checked) {
        String path = checked.texts().get("import");
        Node place = checked.node().get("import");
        Path file = path == null || place == null ? null : context.resolve(place, path);
        if (path == null || place == null || file == null) {
            incomplete = true;
            return;
        }
        context.files().add(file);
        String text = context.read(place, path, file);
        incomplete |=
                text == null || !CsvText.read(file.toString(), text, problems, context.budget(), new Table(checked));
    }

    /** The rows of an imported file. */
    private final class Table implements CsvText.Rows {

        private final Map<String, Node> defaults = new HashMap<>();
        private final Shape point = choice.shapes().get(choice.shapes().size() - 1);
        private final @Nullable NameTemplate naming;
        private final List<Glob> exclude;

        Table(Checked importing) {
            importing.node().entries().forEach((key, value) -> {
                if (point.field(key) != null) {
                    defaults.put(key, value);
                }
            });
            naming = naming(importing, NameTemplate.IMPORTED);
            exclude = importing.list("exclude").stream().map(Glob::of).toList();
        }

        /** Most exports call it so. */
        @Override
        public String key(String column) {
            return column.equals("name") ? "id" : column;
        }

        @Override
        public void header(Node.Mapping columns) {
            shapes.noUnknownKeys(columns, point, new Choice.Only(point));
        }

        @Override
        public void row(Node.Mapping row) {
            Node.Mapping whole = row.withDefaults(defaults);
            if (!isExcluded(whole)) {
                point(shapes.read(naming == null ? whole : named(whole, naming), point));
            }
        }

        private boolean isExcluded(Node.Mapping row) {
            return row.get("address") instanceof Node.Scalar address
                    && exclude.stream().anyMatch(glob -> glob.matches(address.text()));
        }

        private Node.Mapping named(Node.Mapping row, NameTemplate template) {
            if (!(row.get("id") instanceof Node.Scalar id)) {
                return row;
            }
            String name = template.fill(
                    Map.of("id", id.text(), "address", text(row, "address"), "connection", text(row, "on")));
            Map<String, Node> entries = new LinkedHashMap<>(row.entries());
            entries.put("id", id.with(name, null));
            return row.with(entries);
        }

        private static String text(Node.Mapping row, String key) {
            return row.get(key) instanceof Node.Scalar scalar ? scalar.text() : "";
        }
    }
}
