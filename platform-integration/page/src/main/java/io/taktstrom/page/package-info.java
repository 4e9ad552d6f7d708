/**
 * A live page of a running deployment: for a browser on the same machine, or for users who log in in TLS.
 *
 * <pre>
 *   RunningDeployment (taps, accounting, states)
 *          |  looked at, five times a second
 *          v
 *   LivePage --&gt; PointTable, PointHistory, OverviewReader --frames--&gt; Viewer (one for each open page) --SSE--&gt; browser
 *                                                             ^                                   |
 *                       PageHandler &lt;-- files, views, writes -'-----------------------------------'
 *                          '-- RequestPolicy: who may ask (Host, Origin); Route: which role; access: who it is
 * </pre>
 *
 * <p>Nothing here is on the way of a sample. A browser that takes its frames slowly misses some; nothing waits for it.
 */
@NullMarked
package io.taktstrom.page;

import org.jspecify.annotations.NullMarked;
