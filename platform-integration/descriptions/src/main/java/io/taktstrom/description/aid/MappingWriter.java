package io.taktstrom.description.aid;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;

import io.taktstrom.descriptor.Durations;
import tools.jackson.databind.node.ObjectNode;

import static io.taktstrom.description.aid.AasElements.add;
import static io.taktstrom.description.aid.AasElements.collection;
import static io.taktstrom.description.aid.AasElements.list;
import static io.taktstrom.description.aid.AasElements.property;
import static io.taktstrom.description.aid.AasElements.reference;
import static io.taktstrom.description.aid.AasElements.submodel;

/** Writes an Asset Interfaces Mapping Configuration (IDTA 02027-2-0): how often properties are read. */
final class MappingWriter {

    private static final String AIMC = "https://admin-shell.io/idta/AssetInterfacesMappingConfiguration/";
    private static final String CONFIGURATION = AIMC + "2/0/MappingConfiguration";
    private static final BigDecimal NANOS = BigDecimal.valueOf(1_000_000_000);

    private MappingWriter() {}

    /**
     * The submodel.
     *
     * @param description id of the Asset Interfaces Description
     * @param intervals by the path of a property in it
     */
    static ObjectNode write(String id, String description, Map<List<String>, String> intervals) {
        ObjectNode mapping = submodel("AssetInterfacesMappingConfiguration", id, AIMC + "2/0/Submodel");
        ObjectNode configurations =
                list("MappingConfigurations", AIMC + "1/0/MappingConfigurations", "SubmodelElementCollection");
        ObjectNode configuration = collection("", CONFIGURATION);
        add(
                configuration,
                property("DefaultPollingInterval", CONFIGURATION + "/DefaultPollingInterval", "xs:double", "1.0"));
        ObjectNode sources = list("Sources", CONFIGURATION + "/Sources", "SubmodelElementCollection");
        intervals.forEach((path, cycle) -> {
            ObjectNode source = collection("", CONFIGURATION + "/Source");
            add(source, reference("Source", CONFIGURATION + "/Source/Source", description, path));
            String seconds = BigDecimal.valueOf(Durations.parse(cycle).toNanos())
                    .divide(NANOS)
                    .stripTrailingZeros()
                    .toPlainString();
            add(source, property("PollingInterval", CONFIGURATION + "/Source/PollingInterval", "xs:double", seconds));
            add(sources, source);
        });
        add(configuration, sources);
        add(configurations, configuration);
        add(mapping, configurations);
        return mapping;
    }
}
