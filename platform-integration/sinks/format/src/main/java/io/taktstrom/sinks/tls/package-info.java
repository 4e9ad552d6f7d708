/**
 * TLS as every sink has it: the same options, files in PEM, and what a client library wants of them.
 *
 * <pre>
 *  TlsOptions: ca, certificate, privateKey, checkHost --&gt; TlsFiles --&gt; SSLContext | trust and key managers | text
 *  a secret, and no TLS --&gt; Cleartext --&gt; a notice
 * </pre>
 */
@NullMarked
package io.taktstrom.sinks.tls;

import org.jspecify.annotations.NullMarked;
