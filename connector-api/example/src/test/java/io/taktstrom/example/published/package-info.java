/** What a public repository and whoever embeds need of all modules. */
@NullMarked
package io.taktstrom.example.published;

import org.jspecify.annotations.NullMarked;
