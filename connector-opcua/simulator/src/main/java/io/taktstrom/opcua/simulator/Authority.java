package io.taktstrom.opcua.simulator;

import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.List;

import io.taktstrom.kit.PrivateFiles;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509v3CertificateBuilder;
import org.bouncycastle.cert.jcajce.JcaX509CRLConverter;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v2CRLBuilder;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.ContentSigner;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/**
 * A certificate authority that is thrown away with the simulator, a certificate of the server and one for a client, all
 * made at the start.
 *
 * <pre>
 *  folder/ca.der, ca.crl                  for clients that trust authorities
 *         server.der                      for clients that trust certificates
 *         client.pem, client.key.pem      for clients that have none of their own; the key is for the owner's eyes only
 * </pre>
 */
final class Authority {

    static final String SERVER_URI = "urn:taktstrom:simulator:opcua";
    static final String CLIENT_URI = "urn:taktstrom:simulator:client";

    private static final X500Name NAME = new X500Name("CN=Taktstrom simulator CA,O=Taktstrom");
    private static final int KEY_BITS = 2048;
    private static final Duration VALID = Duration.ofDays(365);
    private static final String SIGNATURE = "SHA256withRSA";

    final X509Certificate ca;
    final X509Certificate server;
    final KeyPair serverKeys;

    private final KeyPair caKeys;
    private final Instant now = Instant.now();
    private int serial;

    /** @param hosts names and addresses of the server */
    Authority(Path folder, List<String> hosts) throws IOException {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(KEY_BITS);
            caKeys = generator.generateKeyPair();
            serverKeys = generator.generateKeyPair();
            KeyPair clientKeys = generator.generateKeyPair();
            ca = ca();
            server = leaf("Taktstrom OPC UA simulator", SERVER_URI, serverKeys, hosts);
            X509Certificate client = leaf("Client of the Taktstrom simulator", CLIENT_URI, clientKeys, hosts);
            Files.createDirectories(folder);
            Files.write(folder.resolve("ca.der"), ca.getEncoded());
            Files.write(folder.resolve("ca.crl"), crl());
            Files.write(folder.resolve("server.der"), server.getEncoded());
            pem(folder.resolve("client.pem"), "CERTIFICATE", client.getEncoded());
            pem(
                    folder.resolve("client.key.pem"),
                    "PRIVATE KEY",
                    clientKeys.getPrivate().getEncoded());
        } catch (GeneralSecurityException | OperatorCreationException e) {
            throw new IOException("cannot make certificates in " + folder + ": " + e.getMessage(), e);
        }
    }

    /** Whether this authority signed a certificate. */
    boolean signed(X509Certificate certificate) {
        try {
            certificate.verify(ca.getPublicKey());
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static void pem(Path file, String what, byte[] content) throws IOException {
        String lines = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII))
                .encodeToString(content);
        String pem = "-----BEGIN " + what + "-----\n" + lines + "\n-----END " + what + "-----\n";
        PrivateFiles.write(file, pem.getBytes(StandardCharsets.US_ASCII));
    }

    private ContentSigner signer() throws OperatorCreationException {
        return new JcaContentSignerBuilder(SIGNATURE).build(caKeys.getPrivate());
    }

    private X509v3CertificateBuilder builder(X500Name subject, KeyPair keys)
            throws GeneralSecurityException, IOException {
        JcaX509ExtensionUtils extensions = new JcaX509ExtensionUtils();
        // The serial number: unique for this authority, and unlike that of an earlier one of the same name.
        BigInteger number = BigInteger.valueOf(now.toEpochMilli()).shiftLeft(8).add(BigInteger.valueOf(++serial));
        return new JcaX509v3CertificateBuilder(
                        NAME,
                        number,
                        Date.from(now.minus(Duration.ofHours(1))),
                        Date.from(now.plus(VALID)),
                        subject,
                        keys.getPublic())
                .addExtension(
                        Extension.subjectKeyIdentifier, false, extensions.createSubjectKeyIdentifier(keys.getPublic()))
                .addExtension(
                        Extension.authorityKeyIdentifier,
                        false,
                        extensions.createAuthorityKeyIdentifier(caKeys.getPublic()));
    }

    private X509Certificate ca() throws GeneralSecurityException, IOException, OperatorCreationException {
        X509v3CertificateBuilder builder = builder(NAME, caKeys)
                .addExtension(Extension.basicConstraints, true, new BasicConstraints(true))
                .addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign | KeyUsage.cRLSign));
        return new JcaX509CertificateConverter().getCertificate(builder.build(signer()));
    }

    /** An application instance certificate, OPC UA Part 6, 6.2.2. */
    private X509Certificate leaf(String commonName, String uri, KeyPair keys, List<String> hosts)
            throws GeneralSecurityException, IOException, OperatorCreationException {
        List<GeneralName> names = new ArrayList<>();
        names.add(new GeneralName(GeneralName.uniformResourceIdentifier, uri));
        for (String host : hosts) {
            boolean address = host.contains(":") || host.matches("[0-9.]+");
            String text = address ? InetAddress.getByName(host).getHostAddress() : host;
            names.add(new GeneralName(address ? GeneralName.iPAddress : GeneralName.dNSName, text));
        }
        int usage = KeyUsage.digitalSignature
                | KeyUsage.nonRepudiation
                | KeyUsage.keyEncipherment
                | KeyUsage.dataEncipherment;
        KeyPurposeId[] purposes = {KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth};
        X509v3CertificateBuilder builder = builder(new X500Name("CN=" + commonName + ",O=Taktstrom"), keys)
                .addExtension(Extension.basicConstraints, true, new BasicConstraints(false))
                .addExtension(Extension.keyUsage, true, new KeyUsage(usage))
                .addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(purposes))
                .addExtension(
                        Extension.subjectAlternativeName, false, new GeneralNames(names.toArray(GeneralName[]::new)));
        return new JcaX509CertificateConverter().getCertificate(builder.build(signer()));
    }

    /** Nothing is revoked, but some clients refuse an authority without a list. */
    private byte[] crl() throws GeneralSecurityException, OperatorCreationException {
        var builder = new JcaX509v2CRLBuilder(ca, Date.from(now));
        builder.setNextUpdate(Date.from(now.plus(VALID)));
        return new JcaX509CRLConverter().getCRL(builder.build(signer())).getEncoded();
    }
}
