/**
 * One secure channel over one TCP connection: the transport of all services.
 *
 * <pre>
 *   session, service --Exchange--> UaChannel (the kit's RequestEngine: requests in flight, the caller that waits reads)
 *                                     |  UaRequest, one in flight
 *                                     |  Hello: how large messages may be     TokenRenewal: security tokens
 *                                  ChunkCodec: messages to chunks and back
 *                                   PlainChunks: by hand, without objects    SecureChunks: Milo's ChunkEncoder and ChunkDecoder
 *   ServiceHeader: the headers of Read, Write and Publish by hand
 * </pre>
 *
 * <p>Together with {@code session} and {@code service} the only packages that see Milo, besides three classes of {@code value}.
 * Values pass as the bytes of OPC UA's binary encoding.
 */
@NullMarked
package io.taktstrom.opcua.channel;

import org.jspecify.annotations.NullMarked;
