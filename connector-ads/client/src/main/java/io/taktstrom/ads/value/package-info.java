/**
 * Between bytes and values.
 *
 * <pre>
 *   AdsVariable: where, of which type
 *   bytes --ValueDecoder--&gt; sample --ValueEncoder, TextImage--&gt; bytes       TimeRange: times that cannot be told
 * </pre>
 */
@NullMarked
package io.taktstrom.ads.value;

import org.jspecify.annotations.NullMarked;
