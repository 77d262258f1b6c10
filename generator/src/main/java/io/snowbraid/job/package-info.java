/** Ids for jobs: named blocks, and past ids. */
@NullMarked
package io.snowbraid.job;

import org.jspecify.annotations.NullMarked;
