package io.taktstrom.oktoflow.ivml;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import io.taktstrom.descriptor.ConnectorDescriptor;
import io.taktstrom.descriptor.Option;
import io.taktstrom.oktoflow.PlatformOptions;

/**
 * The slots of a connector's compound: one for each option. Secrets have none, they belong into oktoflow's identity store.
 */
final class ConnectorSlots {

    /** Of oktoflow's compounds ServiceBase, Service and Connector (Services.ivml, Connectors.ivml, commit 0771c71a). */
    private static final Set<String> OF_OKTOFLOW = Set.of(
            "id",
            "name",
            "kind",
            "input",
            "output",
            "asynchronous",
            "nameplateInfo",
            "dependencies",
            "memLimit",
            "parameter",
            "server",
            "plugins",
            "requires",
            "allocatedTo",
            "monitorRcvCount",
            "monitorSentCount",
            "monitorProcessingTime",
            "traceRcv",
            "traceSent",
            "description",
            "ver",
            "deployable",
            "artifacts",
            "class",
            "artifact",
            "isPlugin",
            "inInterface",
            "outInterface",
            "host",
            "port",
            "samplingPeriod",
            "security",
            "operations",
            "encoding",
            "inAdapterClass",
            "outAdapterClass",
            "inputHandlers",
            "dataTimeDiffProvider",
            "cacheMode",
            "containerHost",
            "containerPort",
            "mock",
            "deviceServiceKey",
            "mapping",
            "mapsToDashboard",
            "browseNamePrefix");

    /** What a deployment has beside the options. */
    static final List<String> OF_DEPLOYMENT = List.of("connection", "scan");

    private ConnectorSlots() {}

    /** Options by slot: those of the platform, then those of the connector. */
    static Map<String, Option<?>> of(ConnectorDescriptor descriptor) {
        Map<String, Option<?>> slots = new LinkedHashMap<>();
        Stream.concat(PlatformOptions.ALL.stream(), descriptor.options().stream())
                .filter(option -> !option.secret())
                .forEach(option -> slots.put(slot(option.name()), option));
        return slots;
    }

    /** The slot of an option; oktoflow has another meaning for some of the names. */
    static String slot(String option) {
        return OF_OKTOFLOW.contains(option) ? option + "Option" : option;
    }

    /** All that a connector may have. */
    static Set<String> known(ConnectorDescriptor descriptor) {
        Set<String> known = new LinkedHashSet<>(of(descriptor).keySet());
        known.addAll(OF_DEPLOYMENT);
        known.addAll(OF_OKTOFLOW);
        return known;
    }
}
