@NullMarked
package io.taktstrom.ads.jna;

import org.jspecify.annotations.NullMarked;
