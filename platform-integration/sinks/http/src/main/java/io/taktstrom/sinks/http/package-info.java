/**
 * Where streams end at an HTTP server: a POST for each flush unit, or for each part of a large one.
 *
 * <pre>
 *  pipeline --> HttpInlet --copies of the batches--> RequestBody, encoded --> HttpTarget --> 2xx, of all parts: the unit is published
 *                   ^                                      ^                     |
 *                   |                                      '--- halves &lt;--- HttpReply 413, 400, 422, down to the sample that is refused
 *                   '------------ again &lt;------------------------------------ any other status, and no reply
 * </pre>
 */
@NullMarked
package io.taktstrom.sinks.http;

import org.jspecify.annotations.NullMarked;
