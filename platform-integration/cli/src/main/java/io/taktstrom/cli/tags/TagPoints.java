package io.taktstrom.cli.tags;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.taktstrom.deployment.UcumCode;
import io.taktstrom.model.DataPoint;
import io.taktstrom.model.Endpoint;
import io.taktstrom.model.ScalarType;
import io.taktstrom.spi.ConnectorProvider;
import org.jspecify.annotations.Nullable;

/** What a point of one protocol is, of a tag. One thread. */
final class TagPoints {

    /** Their devices tell the types of variables. */
    private static final Set<String> SELF_DESCRIBING = Set.of("ads", "opc.tcp");
    /** References of Modicon: 4 and a number from 1 is a holding register, and so on (Modbus Application Protocol V1.1b3, 4.3). */
    private static final Pattern MODICON = Pattern.compile("([0134])(\\d{4,5})");

    private static final Map<String, String> MODBUS = Map.of("0", "co", "1", "di", "3", "ir", "4", "hr");
    /** Ignition's letters for the types of S7, where they are not ours (manual of Ignition 8.1, "Siemens"). */
    private static final Pattern DINT = Pattern.compile("(.*\\d,|[IQM])DI(\\d+)");

    private final ConnectorProvider provider;
    private final List<String> refused = new ArrayList<>();

    TagPoints(ConnectorProvider provider) {
        this.provider = provider;
    }

    /** @param keys of the point beside its name and address */
    record Point(String address, Map<String, String> keys) {}

    /** Empty when the connector does not take the address. */
    Optional<Point> of(ExportedTag tag) {
        String address = address(tag.address());
        ScalarType type = SELF_DESCRIBING.contains(scheme()) ? null : tag.type();
        Optional<String> complaint = complaint(address, type);
        if (complaint.isPresent() && type != null) {
            // The address says it already, and otherwise, as with a WORD that is a UINT elsewhere.
            type = null;
            complaint = complaint(address, null);
        }
        if (complaint.isPresent()) {
            refused.add(tag.place() + ": " + tag.name() + ", " + tag.address() + ": " + complaint.get());
            return Optional.empty();
        }
        Map<String, String> keys = new LinkedHashMap<>();
        if (type != null) {
            keys.put("type", type.name());
        }
        String unit = UcumCode.of(tag.unit());
        if (!unit.isEmpty()) {
            keys.put("unit", "\"" + unit + "\"");
        }
        if (!tag.scaling().isEmpty()) {
            double rawLow = tag.scaling().get(0);
            double scale = (tag.scaling().get(3) - tag.scaling().get(2))
                    / (tag.scaling().get(1) - rawLow);
            keys.put("scale", Double.toString(scale));
            keys.put("offset", Double.toString(tag.scaling().get(2) - rawLow * scale));
        }
        return Optional.of(new Point(address, keys));
    }

    private String scheme() {
        return provider.descriptor().scheme();
    }

    private String address(String written) {
        Matcher modicon = MODICON.matcher(written);
        if (scheme().equals("modbus") && modicon.matches()) {
            return MODBUS.get(modicon.group(1)) + (Integer.parseInt(modicon.group(2)) - 1);
        }
        return scheme().equals("s7") ? DINT.matcher(written).replaceFirst("$1DINT$2") : written;
    }

    private Optional<String> complaint(String address, @Nullable ScalarType type) {
        Endpoint endpoint =
                new Endpoint(scheme(), "device", provider.descriptor().defaultPort(), Map.of());
        DataPoint point = DataPoint.of(address);
        return provider.validate(endpoint, type == null ? point : point.withType(type));
    }

    /** Tags whose addresses the connector does not take, with the reason. */
    List<String> refused() {
        return refused;
    }
}
