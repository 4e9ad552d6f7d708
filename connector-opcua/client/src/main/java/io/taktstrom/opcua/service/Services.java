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
 *
 * @param link what all of them go over
 * @param namespaces URIs of the server's namespaces, by index
 */
public record Services(
        UaLink link,
        Attributes attributes,
        References references,
        DataTypes dataTypes,
        Methods methods,
        History history,
        MonitoredItems monitoredItems,
        ServerLimits limits,
        List<String> namespaces) {

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
            return over(link, settings, before);
        } catch (ConnectorException e) {
            link.giveUp();
            throw new ConnectFailedException(
                    "connect to " + link.where() + ", ask for the server's limits and namespaces: " + e.getMessage(),
                    e);
        }
    }

    private static Services over(UaLink link, LinkSettings settings, @Nullable Services before)
            throws ConnectorException {
        int most = settings.maxNodesPerRequest();
        Attributes attributes = new Attributes(link, most);
        References references = new References(link, most);
        if (before != null) {
            // What an earlier connection has found out: never more than that.
            attributes.reads.limit(before.attributes.reads.most());
            attributes.writes.limit(before.attributes.writes.most());
            references.browses.limit(before.references.browses.most());
            references.translations.limit(before.references.translations.most());
        }
        ServerLimits limits = ServerLimits.ask(attributes, settings.profile());
        attributes.reads.limit(limits.reads());
        attributes.writes.limit(limits.writes());
        references.browses.limit(limits.browses());
        references.translations.limit(limits.translations());
        return new Services(
                link,
                attributes,
                references,
                new DataTypes(link, attributes, references),
                new Methods(link, attributes, references),
                new History(link, most),
                new MonitoredItems(link, settings, limits.monitoredItems()),
                limits,
                attributes.texts(NodeIds.NAMESPACE_ARRAY));
    }
}
