/**
 * Finding ADS devices, and the routes that they have to us.
 *
 * <pre>
 *                     UDP 48899, in clear text
 *  Discovery   ------ who are you? -----------------&gt;  +-----------------+
 *  RouteClient ------ add a route (user, password) -&gt;  |  TwinCAT        |
 *                     TCP 48898, needs a route         |  system service |
 *  RouteClient ------ list, remove -----------------&gt;  +-----------------+
 * </pre>
 *
 * <p>A device answers ADS only to those to whom it has a route: an AmsNetId and the host behind it.
 */
@NullMarked
package io.taktstrom.ads.route;

import org.jspecify.annotations.NullMarked;
