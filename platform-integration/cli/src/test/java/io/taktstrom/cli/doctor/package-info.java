@NullMarked
package io.taktstrom.cli.doctor;

import org.jspecify.annotations.NullMarked;
