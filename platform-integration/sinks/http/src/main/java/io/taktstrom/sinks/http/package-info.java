/**
 * Where streams end at an HTTP server: a POST for each flush unit.
 *
 * <pre>
 *  pipeline --> HttpInlet --copies of the batches--> PayloadEncoder --> post.HttpLink --> 2xx: the unit is published
 *                   ^                                      ^                  |
 *                   |                                      '--- halves &lt;--- 413, 400, 422, down to the sample that is refused
 *                   '------------ again &lt;--------------------------------- all else, and no answer
 * </pre>
 */
@NullMarked
package io.taktstrom.sinks.http;

import org.jspecify.annotations.NullMarked;
