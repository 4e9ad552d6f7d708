package io.taktstrom.opcua.simulator;

import java.io.IOException;
import java.security.KeyPair;
import java.security.NoSuchAlgorithmException;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.eclipse.milo.opcua.sdk.server.EndpointConfig;
import org.eclipse.milo.opcua.sdk.server.OpcUaServerConfig;
import org.eclipse.milo.opcua.sdk.server.identity.AnonymousIdentityValidator;
import org.eclipse.milo.opcua.sdk.server.identity.IdentityValidator;
import org.eclipse.milo.opcua.sdk.server.identity.UsernameIdentityValidator;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.UaException;
import org.eclipse.milo.opcua.stack.core.security.CertificateManager;
import org.eclipse.milo.opcua.stack.core.security.CertificateValidator;
import org.eclipse.milo.opcua.stack.core.security.DefaultApplicationGroup;
import org.eclipse.milo.opcua.stack.core.security.DefaultCertificateManager;
import org.eclipse.milo.opcua.stack.core.security.MemoryCertificateQuarantine;
import org.eclipse.milo.opcua.stack.core.security.MemoryCertificateStore;
import org.eclipse.milo.opcua.stack.core.security.MemoryTrustListManager;
import org.eclipse.milo.opcua.stack.core.security.RsaSha256CertificateFactory;
import org.eclipse.milo.opcua.stack.core.security.SecurityPolicy;
import org.eclipse.milo.opcua.stack.core.types.enumerated.MessageSecurityMode;
import org.eclipse.milo.opcua.stack.core.types.enumerated.UserTokenType;
import org.eclipse.milo.opcua.stack.core.types.structured.UserTokenPolicy;
import org.jspecify.annotations.Nullable;

/**
 * How clients may connect: which endpoints there are, whose certificates are taken, who logs in how.
 *
 * @param authority null for no security but None
 * @param offersNone whether None is offered beside the secure ones
 * @param knownClientsOnly whether only clients with a certificate by our authority are taken
 */
record Security(@Nullable Authority authority, boolean offersNone, boolean knownClientsOnly) {

    /** Of the server's URLs. */
    static final String PATH = "/";

    /** As Milo asks for it; the JDK knows it by another name only. */
    private static final String RSA_PSS = "SHA256withRSA/PSS";

    private static final List<SecurityPolicy> POLICIES = List.of(
            SecurityPolicy.Basic256Sha256, SecurityPolicy.Aes128_Sha256_RsaOaep, SecurityPolicy.Aes256_Sha256_RsaPss);

    Security {
        if (authority != null) {
            provideAlgorithms();
        }
    }

    private static void provideAlgorithms() {
        try {
            Signature.getInstance(RSA_PSS);
        } catch (NoSuchAlgorithmException e) {
            java.security.Security.addProvider(new BouncyCastleProvider());
        }
    }

    /** An endpoint for each of the server's names, and for each policy and mode. */
    Set<EndpointConfig> endpoints(String bindAddress, int port, List<String> hosts, Map<String, String> users) {
        Set<EndpointConfig> endpoints = new LinkedHashSet<>();
        for (String host : hosts) {
            EndpointConfig.Builder builder = EndpointConfig.newBuilder()
                    .setBindAddress(bindAddress)
                    .setBindPort(port)
                    .setHostname(host.contains(":") ? "[" + host + "]" : host)
                    .setPath(PATH)
                    .addTokenPolicies(users.isEmpty() ? OpcUaServerConfig.USER_TOKEN_POLICY_ANONYMOUS : password());
            if (authority != null) {
                builder.setCertificate(authority.server);
                for (SecurityPolicy policy : POLICIES) {
                    for (MessageSecurityMode mode :
                            List.of(MessageSecurityMode.Sign, MessageSecurityMode.SignAndEncrypt)) {
                        endpoints.add(builder.copy()
                                .setSecurityPolicy(policy)
                                .setSecurityMode(mode)
                                .build());
                    }
                }
            }
            if (authority == null || offersNone) {
                endpoints.add(builder.copy().build());
            }
        }
        return endpoints;
    }

    /** Without a certificate, a password can only be sent as it is. */
    private UserTokenPolicy password() {
        SecurityPolicy policy = authority == null ? SecurityPolicy.None : SecurityPolicy.Basic256Sha256;
        return new UserTokenPolicy("username", UserTokenType.UserName, null, null, policy.getUri());
    }

    static IdentityValidator identities(Map<String, String> users) {
        return users.isEmpty()
                ? AnonymousIdentityValidator.INSTANCE
                : new UsernameIdentityValidator(
                        challenge -> challenge.getPassword().equals(users.get(challenge.getUsername())));
    }

    CertificateManager certificates() throws IOException {
        MemoryCertificateQuarantine quarantine = new MemoryCertificateQuarantine();
        Authority keys = authority;
        if (keys == null) {
            return new DefaultCertificateManager(quarantine, List.of());
        }
        RsaSha256CertificateFactory factory = new RsaSha256CertificateFactory() {
            @Override
            protected KeyPair createRsaSha256KeyPair() {
                return keys.serverKeys;
            }

            @Override
            protected X509Certificate[] createRsaSha256CertificateChain(KeyPair keyPair) {
                return new X509Certificate[] {keys.server};
            }
        };
        CertificateValidator validator = (chain, applicationUri, hosts) -> {
            if (knownClientsOnly && !keys.signed(chain.get(0))) {
                throw new UaException(StatusCodes.Bad_CertificateUntrusted);
            }
        };
        try {
            return new DefaultCertificateManager(
                    quarantine,
                    DefaultApplicationGroup.createAndInitialize(
                            new MemoryTrustListManager(), new MemoryCertificateStore(), factory, validator));
        } catch (Exception e) {
            // Milo declares Exception.
            throw new IOException("cannot set up certificates: " + e.getMessage(), e);
        }
    }
}
