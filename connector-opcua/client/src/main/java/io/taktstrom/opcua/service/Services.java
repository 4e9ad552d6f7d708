package io.taktstrom.opcua.service;

import java.util.List;

import io.taktstrom.opcua.session.LinkSettings;
import io.taktstrom.opcua.session.SessionTicket;
import io.taktstrom.opcua.session.UaLink;
import io.taktstrom.spi.ConnectFailedException;
import io.taktstrom.spi.ConnectionObserver;
import io.taktstrom.spi.ConnectorException;
import org.jspecify.annotations.Nullable;

/**
 * What can be asked of a server over one link, cut to what it takes. Thread-safe; each call blocks for a few round trips at
 * most.
 *
 * <pre>
 *   Attributes   References   DataTypes   Methods   History   MonitoredItems
 *       `------------`-----------`----+------'---------'------------'
 *                                  UaLink
 * </pre>
 */
public final class Services {

    private final UaLink link;
    private final Attributes attributes;
    private final References references;
    private final DataTypes dataTypes;
    private final Methods methods;
    private final History history;
    private final MonitoredItems monitoredItems;
    private final ServerLimits limits;

    private Services(UaLink link, LinkSettings settings, @Nullable Services before) throws ConnectorException {
        this.link = link;
        this.attributes = new Attributes(link, settings.maxNodesPerRequest());
        this.references = new References(link, settings.maxNodesPerRequest());
        this.dataTypes = new DataTypes(link, attributes, references);
        this.methods = new Methods(link, attributes, references);
        this.history = new History(link, settings.maxNodesPerRequest());
        this.monitoredItems = new MonitoredItems(link, settings);
        if (before != null) {
            attributes.learn(before.attributes);
            references.learn(before.references);
        }
        this.limits = ServerLimits.ask(attributes, settings.profile());
        attributes.limit(limits);
        references.limit(limits);
        monitoredItems.limit(limits);
    }

    /**
     * Opens a session and asks for the server's limits, or says why not and what to do.
     *
     * @param ticket of the session of a lost link, to go on with if the server still knows it; null for a new one
     * @param before those of a lost link to the same server, from what they learned of its limits; null for none
     */
    public static Services open(
            LinkSettings settings,
            @Nullable SessionTicket ticket,
            @Nullable Services before,
            ConnectionObserver observer)
            throws ConnectFailedException {
        UaLink link = UaLink.open(settings, ticket, observer);
        try {
            return new Services(link, settings, before);
        } catch (ConnectorException e) {
            link.giveUp();
            throw new ConnectFailedException(
                    "connect to " + link.where() + ", ask for the server's limits: " + e.getMessage(), e);
        }
    }

    /** What all of them go over. */
    public UaLink link() {
        return link;
    }

    /** Reading and writing. */
    public Attributes attributes() {
        return attributes;
    }

    /** Browsing. */
    public References references() {
        return references;
    }

    /** The server's data types. */
    public DataTypes dataTypes() {
        return dataTypes;
    }

    /** Calling methods. */
    public Methods methods() {
        return methods;
    }

    /** Reading the past. */
    public History history() {
        return history;
    }

    /** Subscriptions. */
    public MonitoredItems monitoredItems() {
        return monitoredItems;
    }

    /** What is known of such servers. */
    public ServerProfile profile() {
        return limits.profile();
    }

    /** When the server began to run, as it says; empty when it does not. After a restart its numbers mean other things. */
    public String runningSince() {
        return limits.runningSince();
    }

    /** The namespace URIs of the server, by index. */
    public List<String> namespaces() throws ConnectorException {
        return attributes.texts(NodeIds.NAMESPACE_ARRAY);
    }
}
