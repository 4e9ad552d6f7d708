@NullMarked
package io.taktstrom.ads.ffm;

import org.jspecify.annotations.NullMarked;
