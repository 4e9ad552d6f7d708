/**
 * Methods of function blocks, their arguments as samples.
 *
 * <pre>
 *   tables --instance, its type, MethodEntry--&gt; AdsMethods.find --&gt; AdsMethod, its inputs a group of points
 *   AdsMethod.call: handle of "instance#method" (0xF003), inputs in, what it returns and its outputs out (0xF005)
 * </pre>
 */
@NullMarked
package io.taktstrom.ads.method;

import org.jspecify.annotations.NullMarked;
