package io.taktstrom.description.aid;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.taktstrom.descriptor.Durations;
import tools.jackson.databind.JsonNode;

import static io.taktstrom.description.aid.AidReader.child;
import static io.taktstrom.description.aid.AidReader.text;

/** How often properties are read, as an Asset Interfaces Mapping Configuration (IDTA 02027-2-0) says it. */
final class PollingIntervals {

    private PollingIntervals() {}

    /** Durations by {@code interface/property}, of their idShorts; of several sources the last one counts. */
    static Map<String, String> read(List<JsonNode> submodels) {
        Map<String, String> intervals = new HashMap<>();
        for (JsonNode submodel : submodels) {
            if (AidReader.is(submodel, "AssetInterfacesMappingConfiguration")) {
                for (JsonNode configurations : submodel.path("submodelElements")) {
                    for (JsonNode configuration : configurations.path("value")) {
                        String standard = interval(configuration, "DefaultPollingInterval");
                        for (JsonNode source : child(configuration, "Sources").path("value")) {
                            String own = interval(source, "PollingInterval");
                            put(
                                    intervals,
                                    child(source, "Source").path("value").path("keys"),
                                    own.isEmpty() ? standard : own);
                        }
                    }
                }
            }
        }
        return intervals;
    }

    private static void put(Map<String, String> intervals, JsonNode keys, String interval) {
        // Submodel, interface, InteractionMetadata, properties, property.
        if (keys.size() >= 4 && !interval.isEmpty()) {
            String property = text(keys.path(keys.size() - 1), "value");
            intervals.put(text(keys.path(keys.size() - 4), "value") + "/" + property, interval);
        }
    }

    private static String interval(JsonNode of, String idShort) {
        String seconds = text(child(of, idShort), "value");
        if (!seconds.matches("\\d{1,9}(\\.\\d{1,9})?")) {
            return "";
        }
        BigDecimal value = new BigDecimal(seconds);
        return value.signum() == 0 ? "" : Durations.format(Durations.parse(value.toPlainString() + "s"));
    }
}
