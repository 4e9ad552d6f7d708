package io.taktstrom.opcua.stack;

import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.UaException;
import org.eclipse.milo.opcua.stack.core.encoding.EncodingContext;
import org.eclipse.milo.opcua.stack.core.security.CertificateValidator;
import org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.UInteger;
import org.eclipse.milo.opcua.stack.core.types.structured.EndpointDescription;
import org.eclipse.milo.opcua.stack.transport.client.ClientApplicationContext;
import org.jspecify.annotations.Nullable;

import static org.eclipse.milo.opcua.stack.core.types.builtin.unsigned.Unsigned.uint;

/** What a secure channel asks about us. */
record Application(
        EndpointDescription endpoint,
        LinkSettings settings,
        LinkEncoding encoding,
        @Nullable AppIdentity identity) implements ClientApplicationContext {

    @Override
    public EndpointDescription getEndpoint() {
        return endpoint;
    }

    @Override
    public Optional<KeyPair> getKeyPair() {
        return Optional.ofNullable(identity).map(AppIdentity::keys);
    }

    @Override
    public Optional<X509Certificate> getCertificate() {
        return Optional.ofNullable(identity).map(AppIdentity::certificate);
    }

    @Override
    public Optional<X509Certificate[]> getCertificateChain() {
        return getCertificate().map(certificate -> new X509Certificate[] {certificate});
    }

    @Override
    public CertificateValidator getCertificateValidator() {
        return (chain, uri, hosts) -> judge(chain);
    }

    /** Judges the server's own certificate; Milo asks when a secure channel opens. */
    void judge(List<X509Certificate> chain) throws UaException {
        if (identity == null || chain.isEmpty()) {
            throw new UaException(StatusCodes.Bad_SecurityChecksFailed, "the server shows no certificate");
        }
        try {
            String uri = endpoint.getServer().getApplicationUri();
            identity.judge().judge(chain.get(0), settings.host(), uri == null ? "" : uri);
        } catch (AppIdentity.UntrustedException e) {
            throw new UaException(StatusCodes.Bad_CertificateUntrusted, String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public EncodingContext getEncodingContext() {
        return encoding;
    }

    @Override
    public UInteger getRequestTimeout() {
        return uint(settings.connectTimeout().toMillis());
    }
}
