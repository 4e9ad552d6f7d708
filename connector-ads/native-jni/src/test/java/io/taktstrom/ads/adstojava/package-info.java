/** The adapter: on what stands in for AdsToJava, and on the real one where it is provided. */
@NullMarked
package io.taktstrom.ads.adstojava;

import org.jspecify.annotations.NullMarked;
