package io.taktstrom.sinks.opcua;

import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import io.taktstrom.opcua.session.AppIdentity;
import io.taktstrom.sink.SinkContext;
import org.eclipse.milo.opcua.stack.core.StatusCodes;
import org.eclipse.milo.opcua.stack.core.UaException;
import org.eclipse.milo.opcua.stack.core.security.CertificateValidator;
import org.jspecify.annotations.Nullable;

/** Trusts the certificates of clients that an operator has accepted by {@code takt trust}; an unknown one waits for that. */
record ClientTrust(AppIdentity identity, SinkContext context) implements CertificateValidator {

    @Override
    public void validateCertificateChain(
            List<X509Certificate> chain, @Nullable String applicationUri, String @Nullable [] hosts)
            throws UaException {
        long now = context.clock().epochNanos();
        Optional<String> problem = identity.check()
                .clientProblem(
                        chain.get(0), Objects.requireNonNullElse(applicationUri, ""), Instant.ofEpochSecond(0, now));
        if (problem.isPresent()) {
            context.observer().onNotice("sink " + context.name() + ": refused a client, for " + problem.get());
            throw new UaException(StatusCodes.Bad_CertificateUntrusted, "the server does not trust this certificate");
        }
    }
}
