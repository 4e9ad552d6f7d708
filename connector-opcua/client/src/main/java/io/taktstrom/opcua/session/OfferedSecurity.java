package io.taktstrom.opcua.session;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.eclipse.milo.opcua.stack.core.Stack;
import org.eclipse.milo.opcua.stack.core.types.structured.EndpointDescription;
import org.eclipse.milo.opcua.stack.core.types.structured.UserTokenPolicy;
import org.jspecify.annotations.Nullable;

/**
 * How a server says that one may connect: policies, modes, and the ways to log in with each. It says so twice: to anybody
 * who asks (GetEndpoints), when someone on the way can take the strong ones out, and in a session's making, which the
 * server has signed (OPC 10000-4 v1.05, 5.7.2; v1.04, 5.6.2: the client shall compare the two lists). URLs are not
 * compared: servers name themselves by the way that they were asked.
 */
record OfferedSecurity(Set<String> offers) {

    /** Of a server that does not say. */
    static final OfferedSecurity NONE = new OfferedSecurity(Set.of());

    static OfferedSecurity of(EndpointDescription @Nullable [] endpoints) {
        Set<String> offers = new TreeSet<>();
        for (EndpointDescription each : endpoints == null ? new EndpointDescription[0] : endpoints) {
            if (Stack.TCP_UASC_UABINARY_TRANSPORT_URI.equals(each.getTransportProfileUri())) {
                offers.add(text(each));
            }
        }
        return offers.isEmpty() ? NONE : new OfferedSecurity(offers);
    }

    private static String text(EndpointDescription endpoint) {
        UserTokenPolicy[] logins = endpoint.getUserIdentityTokens();
        String ways = Arrays.stream(logins == null ? new UserTokenPolicy[0] : logins)
                .map(login -> login.getTokenType() + " " + name(login.getSecurityPolicyUri()))
                .map(String::strip)
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        return name(endpoint.getSecurityPolicyUri()) + " " + endpoint.getSecurityMode() + " (login: " + ways + ")";
    }

    /** A policy as its name in the standard; empty for none. */
    static String name(@Nullable String policyUri) {
        return policyUri == null ? "" : policyUri.substring(policyUri.indexOf('#') + 1);
    }

    boolean isKnown() {
        return !offers.isEmpty();
    }

    /** What is wrong with the list that anybody could have changed; empty when it is this one. */
    String difference(OfferedSecurity unsigned) {
        List<String> problems = new ArrayList<>();
        Set<String> hidden = new TreeSet<>(offers);
        hidden.removeAll(unsigned.offers);
        if (!hidden.isEmpty()) {
            problems.add("did not have " + String.join(" and ", hidden));
        }
        Set<String> invented = new TreeSet<>(unsigned.offers);
        invented.removeAll(offers);
        if (!invented.isEmpty()) {
            problems.add("had " + String.join(" and ", invented));
        }
        return String.join(", but ", problems);
    }

    @Override
    public String toString() {
        return String.join("; ", offers);
    }
}
