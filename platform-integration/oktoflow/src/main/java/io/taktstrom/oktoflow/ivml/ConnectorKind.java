package io.taktstrom.oktoflow.ivml;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

/** The compounds of a model that are connectors of ours, and those of oktoflow that we can take the place of. */
enum ConnectorKind {
    ADS("TaktstromAdsConnector", "ads", "AdsConnector", "ADS"),
    S7("TaktstromS7Connector", "s7", "S7Connector", "S7"),
    OPC_UA("TaktstromOpcUaConnector", "opc.tcp", "OpcUaConnector", "opcua"),
    OKTOFLOW_ADS("AdsConnector", "ads", "", ""),
    OKTOFLOW_OPC_UA("OpcUaV1Connector", "opc.tcp", "", "");

    private static final String PACKAGE = "io.taktstrom.oktoflow.connector.";

    private final String compound;
    private final String scheme;
    private final String className;
    private final String serviceKey;

    ConnectorKind(String compound, String scheme, String className, String serviceKey) {
        this.compound = compound;
        this.scheme = scheme;
        this.className = className;
        this.serviceKey = serviceKey;
    }

    /** The Maven coordinate of their plug-in. Its version is ours: oktoflow completes one without a version by its own. */
    static String artifact() {
        try (InputStream in = Objects.requireNonNull(ConnectorKind.class.getResourceAsStream("artifact.txt"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String compound() {
        return compound;
    }

    String scheme() {
        return scheme;
    }

    /** Of the connector. */
    String className() {
        return PACKAGE + className;
    }

    /** Of the service in a device's nameplate that gives host and port, where there is one; those of oktoflow's own are alike. */
    String serviceKey() {
        return serviceKey;
    }

    boolean isOurs() {
        return !className.isEmpty();
    }

    static @Nullable ConnectorKind ofCompound(String compound) {
        for (ConnectorKind kind : values()) {
            if (kind.compound.equals(compound)) {
                return kind;
            }
        }
        return null;
    }

    static @Nullable ConnectorKind ofScheme(String scheme) {
        for (ConnectorKind kind : values()) {
            if (kind.scheme.equals(scheme) && kind.isOurs()) {
                return kind;
            }
        }
        return null;
    }
}
