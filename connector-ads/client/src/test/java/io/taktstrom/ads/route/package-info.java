@NullMarked
package io.taktstrom.ads.route;

import org.jspecify.annotations.NullMarked;
