/**
 * Commands for ADS alone, and the demo. Only here the command line uses classes of the connector.
 *
 * <pre>
 *   discover ads, route add|list|remove --> io.taktstrom.ads.route
 *   simulate ads, demo --> io.taktstrom.ads.simulator
 *        '-- --console: AdsConsole --> AdsFaultText
 * </pre>
 */
@NullMarked
package io.taktstrom.cli.ads;

import org.jspecify.annotations.NullMarked;
