/** What is written for people and for programs: colours, tables, times, JSON. */
@NullMarked
package dev.redlock.cli.terminal;

import org.jspecify.annotations.NullMarked;
