/** Ids for jobs: blocks of ids by name, and ids for the past. */
@NullMarked
package io.snowbraid.job;

import org.jspecify.annotations.NullMarked;
