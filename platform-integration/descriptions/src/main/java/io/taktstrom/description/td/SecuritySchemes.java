package io.taktstrom.description.td;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.taktstrom.description.ThingSecurity;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The security of a thing: definitions by name, and the names of those that apply. */
final class SecuritySchemes {

    private static final Set<String> LOGINS = Set.of("basic", "digest", "apikey", "bearer", "psk", "oauth2");

    private SecuritySchemes() {}

    /** A combination may name combinations, also itself: each is looked at once. */
    static ThingSecurity read(JsonNode definitions, JsonNode names) {
        Deque<String> open = new ArrayDeque<>(texts(names));
        Set<String> seen = new HashSet<>();
        boolean unprotected = false;
        boolean login = false;
        String mode = "";
        String policy = "";
        while (!open.isEmpty()) {
            String name = open.remove();
            if (!seen.add(name)) {
                continue;
            }
            JsonNode definition = definitions.path(name);
            String scheme = definition.path("scheme").asString("");
            if (scheme.equals("combo")) {
                open.addAll(texts(definition.path("allOf")));
                open.addAll(texts(definition.path("oneOf")));
            } else if (scheme.matches("(uav:|ua_)channelsec")) {
                mode = definition.path("uav:securityMode").asString("");
                policy = definition.path("uav:securityPolicy").asString("");
            } else if (scheme.matches("(uav:|ua_)authentication")) {
                login |= !definition.path("uav:userIdentityToken").asString("").startsWith("Anonymous");
            } else {
                unprotected |= scheme.equals("nosec");
                login |= LOGINS.contains(scheme);
            }
        }
        boolean isNone = policy.equals("None") || mode.equals("None");
        return new ThingSecurity(
                isNone || (unprotected && policy.isEmpty()), isNone ? "" : mode, isNone ? "" : policy, login);
    }

    private static List<String> texts(JsonNode names) {
        return names.isArray()
                ? names.valueStream().map(name -> name.asString("")).toList()
                : names.isString() ? List.of(names.asString()) : List.of();
    }

    /** Adds definitions, and returns the name of the one that applies. */
    static String write(ThingSecurity security, ObjectNode definitions, String prefix) {
        String channel;
        if (!security.policy().isEmpty()) {
            channel = prefix + "channel_sc";
            definitions
                    .putObject(channel)
                    .put("scheme", "uav:channelsec")
                    .put("uav:securityMode", security.mode())
                    .put("uav:securityPolicy", security.policy());
        } else {
            String scheme = security.unprotected() ? "nosec" : "auto";
            channel = prefix + scheme + "_sc";
            definitions.putObject(channel).put("scheme", scheme);
        }
        if (!security.login()) {
            return channel;
        }
        definitions
                .putObject(prefix + "login_sc")
                .put("scheme", "uav:authentication")
                .put("uav:userIdentityToken", "UserName");
        definitions
                .putObject(prefix + "all_sc")
                .put("scheme", "combo")
                .putArray("allOf")
                .add(channel)
                .add(prefix + "login_sc");
        return prefix + "all_sc";
    }
}
