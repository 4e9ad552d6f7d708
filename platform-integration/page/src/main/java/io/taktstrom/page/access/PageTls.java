package io.taktstrom.page.access;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import javax.net.ssl.SSLContext;

import io.taktstrom.descriptor.Reference;
import io.taktstrom.sinks.tls.TlsFiles;

/**
 * The certificate of the page: TLS with it, and the names in it, by which browsers may call the page.
 *
 * @param names in small letters; the first is how the page calls itself
 */
public record PageTls(SSLContext context, List<String> names) {

    /** Types of names, and their places (RFC 5280, 4.2.1.6; {@link X509Certificate#getSubjectAlternativeNames}). */
    private static final int DNS = 2;

    private static final int ADDRESS = 7;

    public PageTls {
        names = List.copyOf(names);
    }

    /**
     * Reads certificate and key, PEM.
     *
     * @throws IOException which file is not as it must be; a key that others can read is refused
     */
    static PageTls read(Path certificate, Path key) throws IOException {
        try {
            Reference.parse("${file:" + key + "}").resolve();
        } catch (Reference.UnresolvedException e) {
            throw new UserFile.InvalidException("private key: " + e.getMessage() + "; " + e.hint());
        }
        SSLContext context = new TlsFiles(null, certificate, key).context();
        List<String> names = new ArrayList<>();
        try {
            Collection<List<?>> found =
                    ((X509Certificate) TlsFiles.certificates(certificate)[0]).getSubjectAlternativeNames();
            for (List<?> name : found == null ? List.<List<?>>of() : found) {
                if (name.get(0).equals(DNS) || name.get(0).equals(ADDRESS)) {
                    names.add(String.valueOf(name.get(1)).toLowerCase(Locale.ROOT));
                }
            }
        } catch (CertificateParsingException e) {
            throw new IOException(certificate + ": " + e.getMessage(), e);
        }
        if (names.isEmpty()) {
            throw new UserFile.InvalidException(certificate + " has no subject alternative name, so browsers refuse it;"
                    + " make one with the names and addresses of this machine");
        }
        return new PageTls(context, names);
    }

    /**
     * Whether a browser that calls this host means the page.
     *
     * @param host in small letters, with or without a port
     */
    public boolean isCalledBy(String host) {
        String name = host.replaceFirst(":\\d+$", "");
        if (name.startsWith("[")) {
            try {
                // What is in brackets is an address, which is not looked up.
                name = InetAddress.getByName(name).getHostAddress();
            } catch (UnknownHostException e) {
                return false;
            }
        }
        int dot = name.indexOf('.');
        return names.contains(name) || (dot > 0 && names.contains("*" + name.substring(dot)));
    }
}
