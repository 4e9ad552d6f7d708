package io.taktstrom.oktoflow.connector;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

import de.iip_ecosphere.platform.connectors.ConnectorParameter;
import de.iip_ecosphere.platform.support.identities.IdentityToken;
import io.taktstrom.oktoflow.PlatformParameters;
import org.jspecify.annotations.Nullable;

/** Parameters of oktoflow in our words. */
final class Parameters {

    private Parameters() {}

    static PlatformParameters of(ConnectorParameter parameters, String scheme) throws IOException {
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
                settings);
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
