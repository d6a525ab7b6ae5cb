/** The main job, told in a minute on real nodes: no sentence is printed as a fact before it was checked. */
@NullMarked
package dev.redlock.cli.demo;

import org.jspecify.annotations.NullMarked;
