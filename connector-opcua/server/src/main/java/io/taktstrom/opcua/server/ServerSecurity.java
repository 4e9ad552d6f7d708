package io.taktstrom.opcua.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.eclipse.milo.opcua.sdk.server.EndpointConfig;
import org.eclipse.milo.opcua.sdk.server.OpcUaServerConfig;
import org.eclipse.milo.opcua.sdk.server.identity.AnonymousIdentityValidator;
import org.eclipse.milo.opcua.sdk.server.identity.CompositeValidator;
import org.eclipse.milo.opcua.sdk.server.identity.IdentityValidator;
import org.eclipse.milo.opcua.sdk.server.identity.UsernameIdentityValidator;
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
 * How clients may connect to a server.
 *
 * @param own the server's certificate and keys; null for no security but None
 * @param offersNone whether None is offered beside the secure policies
 * @param anonymous whether clients may log in without a name
 * @param users passwords by name
 */
public record ServerSecurity(@Nullable Own own, boolean offersNone, boolean anonymous, Map<String, String> users) {

    /** Of the server's URLs. */
    public static final String PATH = "/";

    /** As Milo asks for it; the JDK knows it by another name only. */
    private static final String RSA_PSS = "SHA256withRSA/PSS";

    /** From Basic256Sha256 up: the older ones are deprecated (OPC 10000-7, 6.6). */
    private static final List<SecurityPolicy> POLICIES = List.of(
            SecurityPolicy.Basic256Sha256, SecurityPolicy.Aes128_Sha256_RsaOaep, SecurityPolicy.Aes256_Sha256_RsaPss);

    /**
     * A certificate and its keys, and who says which clients are trusted.
     *
     * @param validator called with each client's certificate
     */
    public record Own(X509Certificate certificate, KeyPair keys, CertificateValidator validator) {

        /** Shows no key. */
        @Override
        public String toString() {
            return certificate.getSubjectX500Principal().toString();
        }
    }

    public ServerSecurity {
        users = Map.copyOf(users);
        if (own != null) {
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
    public Set<EndpointConfig> endpoints(String bindAddress, int port, List<String> hosts) {
        Set<EndpointConfig> endpoints = new LinkedHashSet<>();
        for (String host : hosts) {
            EndpointConfig.Builder builder = EndpointConfig.newBuilder()
                    .setBindAddress(bindAddress)
                    .setBindPort(port)
                    .setHostname(ServerHosts.inUrl(host))
                    .setPath(PATH)
                    .addTokenPolicies(logins());
            if (own != null) {
                builder.setCertificate(own.certificate());
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
            if (own == null || offersNone) {
                endpoints.add(builder.copy().build());
            }
        }
        return endpoints;
    }

    private UserTokenPolicy[] logins() {
        List<UserTokenPolicy> logins = new ArrayList<>();
        if (anonymous) {
            logins.add(OpcUaServerConfig.USER_TOKEN_POLICY_ANONYMOUS);
        }
        if (!users.isEmpty()) {
            // Without a certificate, a password can only be sent as it is.
            SecurityPolicy policy = own == null ? SecurityPolicy.None : SecurityPolicy.Basic256Sha256;
            logins.add(new UserTokenPolicy("username", UserTokenType.UserName, null, null, policy.getUri()));
        }
        return logins.toArray(UserTokenPolicy[]::new);
    }

    /** Who may log in. */
    public IdentityValidator identities() {
        List<IdentityValidator> validators = new ArrayList<>();
        if (anonymous) {
            validators.add(AnonymousIdentityValidator.INSTANCE);
        }
        validators.add(new UsernameIdentityValidator(challenge -> {
            String password = users.get(challenge.getUsername());
            // As long for a wrong first letter as for a wrong last one.
            return password != null
                    && MessageDigest.isEqual(
                            password.getBytes(StandardCharsets.UTF_8),
                            challenge.getPassword().getBytes(StandardCharsets.UTF_8));
        }));
        return new CompositeValidator(validators);
    }

    /** The server's certificate as Milo wants it. */
    public CertificateManager certificates() throws IOException {
        MemoryCertificateQuarantine quarantine = new MemoryCertificateQuarantine();
        Own mine = own;
        if (mine == null) {
            return new DefaultCertificateManager(quarantine, List.of());
        }
        RsaSha256CertificateFactory factory = new RsaSha256CertificateFactory() {
            @Override
            protected KeyPair createRsaSha256KeyPair() {
                return mine.keys();
            }

            @Override
            protected X509Certificate[] createRsaSha256CertificateChain(KeyPair keyPair) {
                return new X509Certificate[] {mine.certificate()};
            }
        };
        try {
            return new DefaultCertificateManager(
                    quarantine,
                    DefaultApplicationGroup.createAndInitialize(
                            new MemoryTrustListManager(), new MemoryCertificateStore(), factory, mine.validator()));
        } catch (Exception e) {
            // Milo declares Exception.
            throw new IOException("cannot set up certificates: " + e.getMessage(), e);
        }
    }
}
