/** Contract suites: what a store of your own has to do, as tests that it inherits. */
@NullMarked
package io.snowbraid.testkit;

import org.jspecify.annotations.NullMarked;
