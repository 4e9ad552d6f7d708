/**
 * A small HTTP server for what stands beside the data: metrics, health, commands.
 *
 * <pre>
 *  client --> HttpPort (one thread, a selector) --HttpRequest--> HttpHandler
 *                  ^                                                |
 *                  '--------- HttpAnswer, from any thread ----------'
 * </pre>
 */
@NullMarked
package io.taktstrom.kit.http;

import org.jspecify.annotations.NullMarked;
