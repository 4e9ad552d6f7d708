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
        String endpoint = scheme + "://" + parameters.getHost() + ":" + parameters.getPort();
        return new PlatformParameters(
                parameters.getHost(),
                parameters.getPort(),
                parameters.getEndpointPath(),
                parameters.getRequestTimeout(),
                login(parameters.getIdentityToken(endpoint)),
                parameters.getKeystoreKey(),
                certificates,
                settings);
    }

    /** What is in the key store that the parameters name, for its user to close. */
    static CertificateFolder certificates(ConnectorParameter parameters) throws IOException {
        String name = parameters.getKeystoreKey();
        IdentityStore identities = IdentityStore.getInstance();
        KeyStore store = identities.getKeystoreFile(name);
        if (store == null) {
            throw new IOException("the identity store has no key store " + name
                    + "; add one, or name a folder of certificates as specific setting pki");
        }
        return CertificateFolder.of(
                name, store, parameters.getKeyAlias(), alias -> identities.getKeystoreKey(name, store, alias));
    }

    private static PlatformParameters.@Nullable Login login(@Nullable IdentityToken token) throws IOException {
        if (token == null || token.getType() == IdentityToken.TokenType.ANONYMOUS) {
            return null;
        }
        if (token.getType() != IdentityToken.TokenType.USERNAME) {
            throw new IOException(
                    "an identity of type " + token.getType() + " is not understood; give the key one of type"
                            + " USERNAME, or for a certificate the specific settings userCertificate and userKey");
        }
        String password = token.getTokenDataAsString();
        return new PlatformParameters.Login(token.getUserName(), password == null ? "" : password);
    }
}
