/**
 * What sinks share that send requests: the client and who it is, what an answer means, and which samples an unwilling
 * receiver means.
 *
 * <pre>
 *  Parts.deliver --samples from..to--> the sink's encoder --bytes--> HttpLink.post --> HttpAnswer
 *        ^                                                                                       |
 *        '-------- halves, refusals &lt;---------------- taken, too large, wrong &lt;------------------'
 * </pre>
 */
@NullMarked
package io.taktstrom.sinks.http.post;

import org.jspecify.annotations.NullMarked;
