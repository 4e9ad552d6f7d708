/**
 * A small HTTP server for metrics, health, commands and the live page.
 *
 * <pre>
 *  client --> HttpPort (one thread, a selector) --HttpRequest--> HttpHandler
 *                  ^                                                |
 *                  '--------- HttpAnswer, from any thread ----------'
 *                             with HttpStream: frames until one side ends it
 *  Wire: the bytes as they are, or TLS
 * </pre>
 */
@NullMarked
package io.taktstrom.http;

import org.jspecify.annotations.NullMarked;
