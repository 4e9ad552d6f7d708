package io.taktstrom.opcua.simulator;

import java.util.Map;

import io.taktstrom.opcua.server.ServerSecurity;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.UaException;
import org.jspecify.annotations.Nullable;

/**
 * How clients may connect: which endpoints there are, whose certificates are taken.
 *
 * @param authority null for no security but None
 * @param offersNone whether None is offered beside the secure ones
 * @param knownClientsOnly whether only clients with a certificate by our authority are taken
 */
record Security(@Nullable Authority authority, boolean offersNone, boolean knownClientsOnly) {

    /** What a server offers that has these users; anybody may log in to one that has none. */
    ServerSecurity offered(Map<String, String> users) {
        Authority keys = authority;
        ServerSecurity.Own own = keys == null
                ? null
                : new ServerSecurity.Own(keys.server, keys.serverKeys, (chain, applicationUri, hosts) -> {
                    if (knownClientsOnly && !keys.signed(chain.get(0))) {
                        throw new UaException(StatusCodes.Bad_CertificateUntrusted);
                    }
                });
        return new ServerSecurity(own, offersNone, users.isEmpty(), users);
    }
}
