/**
 * Shared by the tests of all modules: captured output, real durations, the limit for fast tests,
 * calls of several threads, other programs, snippets of pages.
 */
@NullMarked
package io.snowbraid.testing;

import org.jspecify.annotations.NullMarked;
