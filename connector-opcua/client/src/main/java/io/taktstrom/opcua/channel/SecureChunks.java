package io.taktstrom.opcua.channel;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.taktstrom.opcua.protocol.Builtin;
import io.taktstrom.opcua.protocol.WireReader;
import io.taktstrom.spi.ConnectionLostException;
import io.taktstrom.spi.ConnectorException;
import io.taktstrom.spi.MalformedFrameException;
import org.eclipse.milo.opcua.stack.core.UaException;
import org.eclipse.milo.opcua.stack.core.channel.ChannelParameters;
import org.eclipse.milo.opcua.stack.core.channel.ChannelSecurity;
import org.eclipse.milo.opcua.stack.core.channel.ChunkDecoder;
import org.eclipse.milo.opcua.stack.core.channel.ChunkEncoder;
import org.eclipse.milo.opcua.stack.core.channel.EncodingLimits;
import org.eclipse.milo.opcua.stack.core.channel.MessageAbortException;
import org.eclipse.milo.opcua.stack.core.channel.MessageDecodeException;
import org.eclipse.milo.opcua.stack.core.channel.MessageEncodeException;
import org.eclipse.milo.opcua.stack.core.channel.messages.MessageType;
import org.eclipse.milo.opcua.stack.core.types.builtin.ByteString;
import org.eclipse.milo.opcua.stack.core.types.structured.OpenSecureChannelResponse;
import org.eclipse.milo.opcua.stack.core.util.NonceUtil;
import org.eclipse.milo.opcua.stack.transport.client.uasc.ClientSecureChannel;
import org.jspecify.annotations.Nullable;

/**
 * Chunks that are signed, or signed and encrypted, by Milo's {@link ChunkEncoder} and {@link ChunkDecoder}. These keep the
 * sequence numbers to themselves, so all chunks of the channel go through them.
 */
final class SecureChunks extends ChunkCodec {

    private final ClientSecureChannel channel;
    private final ChunkEncoder encoder;
    private final ChunkDecoder decoder;
    private final List<ByteBuf> arrived = new ArrayList<>();
    private List<ByteBuf> prepared = List.of();

    SecureChunks(MessageLimit limit, PeerLimits peer, ClientSecureChannel channel, EncodingLimits limits) {
        super(limit, peer);
        this.channel = channel;
        ChannelParameters parameters = new ChannelParameters(
                limit.bytes(),
                limits.getMaxChunkSize(),
                peer.chunkBytes(),
                limits.getMaxChunkCount(),
                peer.messageBytes(),
                peer.chunkBytes(),
                peer.chunkBytes(),
                peer.chunks());
        this.encoder = new ChunkEncoder(parameters);
        this.decoder = new ChunkDecoder(parameters, limits);
    }

    @Override
    int maxBody() {
        int block = channel.getSymmetricBlockSize();
        int plain = (chunkBytes() - HEADER - Integer.BYTES) / block * block;
        int padding = channel.isSymmetricEncryptionEnabled() ? 1 : 0;
        return plain - SEQUENCE_HEADER - padding - channel.getSymmetricSignatureSize();
    }

    @Override
    int prepare(int type, int id, ByteBuffer body) throws ConnectorException {
        long request = Integer.toUnsignedLong(id);
        ByteBuf message = Unpooled.wrappedBuffer(body);
        try {
            if (type == OPN) {
                prepared = encoder.encodeAsymmetric(channel, request, message, MessageType.OpenSecureChannel)
                        .getMessageChunks();
            } else {
                chunks(body.remaining());
                MessageType kind = type == CLO ? MessageType.CloseSecureChannel : MessageType.SecureMessage;
                prepared =
                        encoder.encodeSymmetric(channel, request, message, kind).getMessageChunks();
            }
        } catch (MessageEncodeException e) {
            // Numbers of chunks that were not sent are missing now.
            throw new ConnectionLostException("a request cannot be protected: " + Failures.reason(e), e);
        }
        int bytes = 0;
        for (ByteBuf chunk : prepared) {
            bytes += chunk.readableBytes();
        }
        return bytes;
    }

    @Override
    void write(ByteBuffer out, int at) {
        int to = at;
        for (ByteBuf chunk : prepared) {
            int bytes = chunk.readableBytes();
            out.put(to, chunk.nioBuffer(), 0, bytes);
            to += bytes;
            chunk.release();
        }
        prepared = List.of();
    }

    @Override
    ByteString newNonce() {
        ByteString nonce = NonceUtil.generateNonce(channel.getSecurityPolicy());
        channel.setLocalNonce(nonce);
        return nonce;
    }

    @Override
    void install(OpenSecureChannelResponse response) throws ConnectorException {
        try {
            NonceUtil.validateNonce(response.getServerNonce(), channel.getSecurityPolicy());
        } catch (UaException e) {
            throw new ConnectionLostException("the server's nonce is refused: " + Failures.reason(e), e);
        }
        channel.setRemoteNonce(response.getServerNonce());
        channel.setChannelId(response.getSecurityToken().getChannelId().longValue());
        ChannelSecurity.SecurityKeys keys =
                ChannelSecurity.generateKeyPair(channel, channel.getLocalNonce(), channel.getRemoteNonce());
        @Nullable ChannelSecurity old = channel.getChannelSecurity();
        channel.setChannelSecurity(new ChannelSecurity(
                keys,
                response.getSecurityToken(),
                old == null ? null : old.getCurrentKeys(),
                old == null ? null : old.getCurrentToken()));
    }

    @Override
    void decode(int type, int kind, ByteBuffer in, int frame, int bytes) throws ConnectorException {
        if (type == OPN) {
            requireKnownSender(in, frame, bytes);
        } else if (Integer.toUnsignedLong(in.getInt(frame + CHANNEL)) != channel.getChannelId()) {
            throw new MalformedFrameException("a message of another channel", CHANNEL);
        }
        byte[] chunk = new byte[bytes];
        in.get(frame, chunk);
        arrived.add(Unpooled.wrappedBuffer(chunk));
        if (kind == 'C') {
            return;
        }
        List<ByteBuf> all = List.copyOf(arrived);
        arrived.clear();
        try {
            ChunkDecoder.DecodedMessage decoded =
                    type == OPN ? decoder.decodeAsymmetric(channel, all) : decoder.decodeSymmetric(channel, all);
            ByteBuf body = decoded.getMessage();
            int length = body.readableBytes();
            append(body.nioBuffer(), 0, length);
            body.release();
            setAssembled((int) decoded.getRequestId());
        } catch (MessageAbortException e) {
            setAborted((int) e.getRequestId(), (int) e.getStatusCode().value());
        } catch (MessageDecodeException e) {
            throw new ConnectionLostException(
                    "a message of the server is not protected as agreed: " + Failures.reason(e), e);
        } catch (RuntimeException | AssertionError e) {
            // Milo does not check all lengths.
            throw new ConnectionLostException("a message of the server is not protected as agreed", e);
        }
    }

    /** Each answer that opens or renews the channel must be signed with the certificate that was judged. */
    private void requireKnownSender(ByteBuffer in, int frame, int bytes) throws ConnectorException {
        WireReader reader = new WireReader().reset(in, frame + HEADER, frame + bytes);
        reader.skipValues(Builtin.BYTE_STRING, 1);
        byte[] sender = reader.byteString();
        try {
            byte[] expected = channel.getRemoteCertificate().getEncoded();
            if (sender == null
                    || sender.length < expected.length
                    || !ByteBuffer.wrap(sender, 0, expected.length).equals(ByteBuffer.wrap(expected))) {
                throw new ConnectionLostException("the channel's certificate is not that of the endpoint");
            }
        } catch (java.security.cert.CertificateEncodingException e) {
            throw new ConnectionLostException("the endpoint's certificate cannot be encoded", e);
        }
    }
}
