/** The adapter: on what stands in for AdsToJava, and on the real one where somebody provides it. */
@NullMarked
package io.taktstrom.ads.adstojava;

import org.jspecify.annotations.NullMarked;
