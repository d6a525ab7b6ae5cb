/** Examines the nodes, says what each finding means for safety, and how to mend it. */
@NullMarked
package dev.redlock.cli.doctor;

import org.jspecify.annotations.NullMarked;
