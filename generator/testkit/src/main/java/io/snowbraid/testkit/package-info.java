/** Contract suites: tests that the tests of a custom store inherit. */
@NullMarked
package io.snowbraid.testkit;

import org.jspecify.annotations.NullMarked;
