package io.taktstrom.oktoflow.connector;

import java.io.IOException;
import java.security.KeyStore;
import java.util.LinkedHashMap;
import java.util.Map;

import de.iip_ecosphere.platform.connectors.ConnectorParameter;
import de.iip_ecosphere.platform.support.identities.IdentityStore;
import de.iip_ecosphere.platform.support.identities.IdentityToken;
import io.taktstrom.oktoflow.CertificateFolder;
import io.taktstrom.oktoflow.PlatformParameters;
import org.jspecify.annotations.Nullable;

/** Parameters of oktoflow in our words. */
final class Parameters {

    private Parameters() {}

    /** @param certificates of the key store that the parameters name */
    static PlatformParameters of(ConnectorParameter parameters, String scheme, CertificateFolder.Source certificates)
            throws IOException {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String key : parameters.getSpecificSettingKeys()) {
            Object value = parameters.getSpecificSetting(key);
            if (value != null) {
                settings.put(key, value.toString());
            }
        }
        IdentityToken token = token(parameters, scheme);
        return new PlatformParameters(
                parameters.getHost(),
                parameters.getPort(),
                parameters.getEndpointPath(),
                parameters.getRequestTimeout(),
                login(token),
                isCertificate(token),
                parameters.getKeystoreKey(),
                certificates,
                settings);
    }

    /** What is in the key store that the parameters name, for its user to close. */
    static CertificateFolder certificates(ConnectorParameter parameters, String scheme) throws IOException {
        String name = parameters.getKeystoreKey();
        IdentityStore identities = IdentityStore.getInstance();
        KeyStore store = identities.getKeystoreFile(name);
        if (store == null) {
            throw new IOException("the identity store has no key store " + name
                    + "; add one, or name a folder of certificates as specific setting pki");
        }
        IdentityToken token = token(parameters, scheme);
        return CertificateFolder.of(
                name,
                store,
                parameters.getKeyAlias(),
                token != null && isCertificate(token) ? token.getTokenData() : null,
                alias -> identities.getKeystoreKey(name, store, alias));
    }

    private static @Nullable IdentityToken token(ConnectorParameter parameters, String scheme) {
        return parameters.getIdentityToken(scheme + "://" + parameters.getHost() + ":" + parameters.getPort());
    }

    private static boolean isCertificate(@Nullable IdentityToken token) {
        return token != null && token.getType() == IdentityToken.TokenType.X509;
    }

    private static PlatformParameters.@Nullable Login login(@Nullable IdentityToken token) throws IOException {
        if (token == null || isCertificate(token) || token.getType() == IdentityToken.TokenType.ANONYMOUS) {
            return null;
        }
        if (token.getType() != IdentityToken.TokenType.USERNAME) {
            throw new IOException("an identity of type " + token.getType()
                    + " is not supported; give the key one of type USERNAME or X509");
        }
        String password = token.getTokenDataAsString();
        return new PlatformParameters.Login(token.getUserName(), password == null ? "" : password);
    }
}
